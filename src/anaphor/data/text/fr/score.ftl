score-help = Noter des exécutions, avec intervalles. Réponses justes, fausses et abstentions comptent équitablement ; les intervalles sont par schéma.
    .runs = Passages écrits par `anaphor resolve`.
    .collection = La collection, un fichier ou un nom ; par défaut, celle que l'exécution nomme.
    .counts = Items, réponses justes et abstentions, au lieu d'exécutions.
    .by = Grouper par domain, pronoun, associative, switchable, audit, … Répétable.
    .audit = Ce qu'a écrit `anaphor audit --json`, pour --by audit ou exposure.
    .groups = Un .csv ou .tsv avec la colonne item et une colonne par type de groupe.
    .answers = Programme qui a écrit les réponses, s'il n'est pas reconnu : lm-eval, inspect, helm, every-eval-ever, openai-evals ou table.
    .people = Réponses humaines (lignes JSON), ou comptes (.csv, .tsv avec item, right, asked).
    .panel = Taille des panels qui élisent une référence ; par défaut, celle de l'enquête.
    .soft = Noter aussi par rapport à la distribution des personnes : des distances, et l'une de ces personnes comme repère.
    .records = Un dossier pour des enregistrements d'Every Eval Ever, au total et par item.
    .origins = La table des reformulations, pour des exécutions sur elles et sur les originaux.
    .interval = Façon de faire les intervalles.
    .times = Nombre d'échantillons ou de références tirés.
    .details = Montrer toutes les mesures, ce qu'il faut savoir de chaque système, et sa signature.
    .items = Dire aussi ce qu'est devenu chaque item.
    .literature = Montrer aussi les résultats publiés.
    .figure = Tracer une figure : .svg, .png ou .pdf.
    .draw = Ce que montre la figure.
    .interface = Langue des phrases.

score-nothing = il n'y a rien à noter
    .todo = Donnez des exécutions écrites par `anaphor resolve`, ou --counts N H THETA.
score-runs-and-counts = les exécutions et --counts s'excluent
    .todo = Donnez des exécutions écrites par `anaphor resolve`, ou --counts N H THETA.
score-origins-two-runs = une carte des origines demande deux exécutions
    .todo = Donnez-en un sur les originaux et un sur les reformulations.
score-origins-no-original = aucune exécution ne porte sur les originaux de cette table
    .todo = Donnez une exécution sur chacun, du même système.
score-origins-no-changed = aucune exécution ne porte sur les reformulations de cette table
    .todo = Donnez une exécution sur chacun, du même système.
score-origins-both = { $first } et { $second } sont deux exécutions de { $respondent } sur les originaux
    .todo = Donnez l'un des deux.
score-origins-other-respondent = c'est une exécution de { $respondent } sur des reformulations, et aucune exécution de { $respondent } sur les originaux n'est donnée, seulement de { $others }
    .todo = La constance est celle d'un seul système : donnez ses deux exécutions.
score-origins-unreadable = ce n'est pas une table de reformulations
    .todo = `anaphor collection perturb` en écrit une à côté de sa collection.
score-run-twice = la même exécution est donnée deux fois
    .todo = Donnez chaque exécution une seule fois.
score-run-copy = c'est une copie de l'exécution { $path }
    .todo = Donnez chaque exécution une seule fois.
score-strange-question = l'exécution répond à { $question }, une question que { $collection } n'a pas
    .todo = Vérifiez les identifiants, ou refaites l'exécution.
score-strange-questions = l'exécution répond à { $question }, une question que { $collection } n'a pas, et à { $more } autres de ce genre
    .todo = Vérifiez les identifiants, ou refaites l'exécution.
score-no-collection = l'exécution ne nomme pas de collection
score-unread-collection = la collection que cette exécution nomme est illisible ({ $problem })
    .todo = Dites où elle est : --collection.
score-other-collection = cette exécution a été faite sur une autre collection : elle porte sur { $asked }, et { $given } est { $here }
    .todo = Donnez la collection de cette exécution, dans sa langue, ou refaites-la.
score-other-state = cette exécution a été faite sur un autre état de la collection : elle porte sur { $asked }, et { $given } est { $here }
    .todo = Donnez la collection de cette exécution, dans sa langue, ou refaites-la.
score-the-file = le fichier
score-groups-from = Les autres types viennent d'un tableau : --groups FICHIER.
score-no-such-item = aucune ligne ne porte sur un item de { $collection }
    .todo = Vérifiez les identifiants de la colonne item.
score-by-needs-audit = le regroupement par { $kind } demande un audit
    .todo = Tapez : anaphor audit COLLECTION --json > audit.json, puis --audit ; en Python, audit=anaphor.audit.run(…).
score-no-audit = ce n'est pas un audit
    .todo = `anaphor audit COLLECTION --json` en écrit un.
score-other-audit = cet audit porte sur { $audited }, et l'exécution sur { $asked }
    .todo = Auditez la collection de cette exécution, dans le même état.
score-other-audit-item = cet audit porte sur une collection qui a un item { $item }, et l'exécution sur { $asked }
    .todo = Auditez la collection de cette exécution, dans le même état.
score-no-answer = cette ligne n'est pas une réponse ({ $problem })
    .todo = Donnez une réponse par ligne : respondent, question, reply.
score-no-counts = cette ligne n'a pas de comptes ({ $problem })
score-whole-numbers = right et asked sont des nombres entiers
score-no-column = le tableau n'a pas de colonne '{ $column }'
    .todo = La première ligne nomme les colonnes : { $needed }.
score-item-twice = l'item '{ $item }' est déjà à la ligne { $row }
    .todo = Donnez une ligne par item.
score-no-run = il n'y a aucune exécution à noter
    .todo = Donnez ce que `resolve` a renvoyé, le fichier d'une exécution, ou un tableau de prédictions.
score-the-given = celle qui est donnée
score-word-table = tableau
score-word-row = ligne
score-samples-collection = les réponses d'un autre programme ne disent pas quelle collection a été posée
    .todo = Nommez-la : --collection anaphor-fr. Un tableau de 1 (juste) et de 0 (faux) n'en a pas besoin : anaphor compare FICHIER --outcomes.
score-samples-no-sample = cette ligne n'est pas un échantillon de lm-evaluation-harness : il n'y a pas de doc ou pas de réponses
    .todo = Donnez un fichier samples_….jsonl écrit par --log_samples.
score-samples-generated = ces échantillons sont du texte produit, pas des choix entre des candidats
    .todo = Donnez les échantillons d'une tâche à choix multiple.
score-samples-not-finite = une log-vraisemblance n'est pas un nombre fini
    .todo = Relancez le modèle : il n'a donné aucune probabilité à une phrase.
score-samples-none = aucun des échantillons n'est un item de { $collection }, ni par son identifiant ni par son texte
    .todo = Nommez la collection dont la tâche est tirée.
score-samples-candidates = l'échantillon de { $item } a d'autres candidats que la collection
    .todo = Nommez la collection dont la tâche est tirée.
score-samples-unmatched = { $file } : { $count ->
    [one] un échantillon ne correspond à aucun item unique de { $name }, ni par son identifiant ni par son texte, et est laissé
   *[other] { NUM($count) } échantillons ne correspondent à aucun item unique de { $name }, ni par leur identifiant ni par leur texte, et sont laissés
 } de côté ({ $few }).
score-function = la fonction { $name } n'est pas une exécution
    .todo = Interrogez-la d'abord : anaphor.score(anaphor.resolve(collection, { $name })).
score-table-collection = un tableau de prédictions ne dit pas quelle collection a été posée
    .todo = Donnez-la : collection="anaphor-fr", un chemin ou une Collection.
score-table-columns = le tableau n'a pas de colonne { $role ->
        [question] d'items
       *[other] de prédictions
    } : il y a { $known }
    .todo = Appelez-la { $role ->
        [question] item
       *[other] prediction
    } ; sont aussi compris : { $names }.
score-table-two = les prédictions peuvent être dans la colonne { $first } ou dans { $second }
    .todo = Appelez la leur prediction et l'autre autrement ; ce peut être la clé.
score-table-strange = la ligne { $row } de la colonne « { $column } » est { $given }, qui ne désigne aucun candidat
    .todo = Donnez le texte des candidats ou des nombres entiers ; None est une abstention. Les scores vont dans des colonnes score_0, score_1 …
score-table-torn = les prédictions de { $system } sont des nombres qui peuvent compter à partir de 0 ou de 1
    .todo = Donnez le texte des candidats, ou des nombres à partir de 0 parmi lesquels il y a un 0.
score-table-numbers = { $system } : { $count ->
        [one] une prédiction est un nombre, compté
       *[other] { NUM($count) } prédictions sont des nombres, comptés
    } à partir de { $first }.
score-table-unreadable = aucune des { NUM($count) } prédictions de { $system } ne peut être lue comme un choix ; la première : { $first }
    .todo = Donnez les mots d'un candidat, sa lettre ou son numéro.
score-table-column = { $system } : la colonne { $column } est prise pour celle des prédictions ; si c'est la clé, appelez la leur prediction.
score-table-letters = { $system } : { $count ->
        [one] une prédiction est une lettre, prise
       *[other] { NUM($count) } prédictions sont des lettres, prises
    } dans l'ordre où la collection donne les candidats.
score-column-twice = deux colonnes s'appellent « { $column } »
    .todo = Donnez à chaque colonne son propre nom.
score-row-long = cette ligne a { NUM($cells) } cases, et il y a { NUM($columns) } colonnes
    .todo = Mettez entre guillemets les cases où il y a un séparateur.
score-records-written = { $count } fichiers écrits dans { $path } : enregistrements d'Every Eval Ever.
score-answers-read = { $file } : lu comme { $format } ({ $count ->
        [one] une réponse
       *[other] { NUM($count) } réponses
    }).
score-answers-lm-eval = des échantillons de lm-evaluation-harness
score-answers-inspect = un journal d'Inspect
score-answers-table = un tableau de prédictions
score-answers-format = programme
score-answers-two = ce fichier peut être de { $first } ou de { $second }
    .todo = Dites duquel : --answers { $first }.
score-answers-zip = ce journal compressé ne peut pas être ouvert ici
    .todo = Installez zstandard (pip install zstandard), ou écrivez le journal en JSON : inspect log convert LOG.eval --to json --output-dir logs.
score-answers-helm = des prédictions de HELM
score-answers-helm-instances = à côté de ces prédictions de HELM, il manque instances.json, qui contient leurs textes
    .todo = Mettez les deux fichiers dans un même dossier, tels que HELM les a écrits.
score-answers-only-outcomes = ce journal dit quelles réponses sont justes, mais pas ce qui a été répondu
    .todo = Comparez les résultats : anaphor compare JOURNAL AUTRE --outcomes (en Python, outcomes=True).
score-answers-matched = { $file } : { NUM($ids) } par identifiant, { NUM($texts) } par le texte.
score-answers-broken = ce document JSON est abîmé ({ $problem })
    .todo = Donnez le journal tel que le programme l'a écrit.
score-answers-all-failed = le programme s'est arrêté sur une erreur dans les { NUM($count) } échantillons de ce journal
    .todo = Relancez-le : rien n'a reçu de réponse.
score-answers-failed = { $file } : { $count ->
        [one] un échantillon s'est terminé par une erreur du programme et compte
       *[other] { NUM($count) } échantillons se sont terminés par une erreur du programme et comptent
    } comme un échec.
score-answers-unfinished = ce journal n'est pas terminé : il n'a pas d'en-tête
    .todo = Faites-le reprendre par Inspect (inspect eval-retry LOG), ou donnez un journal terminé.
score-answers-other-verdict = { $file } : { $count ->
        [one] une réponse est juste pour le programme et fausse selon
       *[other] { NUM($count) } réponses sont justes pour le programme et fausses selon
    } la clé de cette collection, ou l'inverse ({ $few }) : une autre clé, ou des candidats dans un autre ordre.
score-answers-order = la ligne de { $item } donne les candidats dans un autre ordre que la collection
    .todo = Donnez les mots du candidat choisi au lieu de sa lettre ou de son numéro.
score-answers-upside-down = son propre verdict contredit la clé de cette collection pour { NUM($count) } réponses sur { NUM($of) }
    .todo = Ses candidats étaient dans un autre ordre, ou il a d'autres clés : donnez les mots des candidats choisis.
score-answers-number = « { $cell } » dans la colonne { $column } n'est pas un nombre
    .todo = Donnez un nombre, ou rien.
score-answers-no-answer = l'échantillon { NUM($place) } de ce journal n'a pas de réponse trouvée par un évaluateur
    .todo = Évaluez le journal avec un évaluateur qui dit la réponse, comme choice().
score-answers-every-eval-ever = des enregistrements d'Every Eval Ever
score-answers-openai-evals = un journal d'OpenAI evals
score-answers-no-input = cette ligne n'est pas un enregistrement d'Every Eval Ever : il n'y a pas d'entrée ou pas de réponses
    .todo = Donnez un fichier …_samples.jsonl avec un enregistrement par échantillon.
score-answers-no-event = cette ligne n'est pas un événement d'OpenAI evals : il n'y a pas de données
    .todo = Donnez le journal tel que le programme l'a écrit.
