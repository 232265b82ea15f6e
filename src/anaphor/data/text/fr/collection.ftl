collection-help = Regarder, vérifier, convertir et comparer des collections.
collection-help-list = Énumérer les collections qui ont un nom. Certaines sont incluses ; `get` télécharge celles qui sont publiées.
collection-help-show = Dire ce que contient une collection. Combien de schémas, de problèmes et d'items, et son empreinte.
    .items = Afficher aussi chaque item.
collection-help-check = Trouver ce qui ne va pas dans une collection. Le code de sortie est 1 quand il y a des erreurs.
    .beside = Une autre collection avec laquelle comparer textes, anaphores et réponses. Peut être répété.
    .from = Laisser de côté les remarques moins importantes.
    .only = Ne montrer que les constats de ce genre, tous. Répétable.
    .ignore = Laisser de côté les constats de ce genre, aussi pour le code de sortie. Répétable.
    .interface = Langue des messages.
collection-help-readings = Montrer les phrases avec chaque candidat à sa place. Là où il n'y a pas de lecture, la raison est dite.
collection-help-convert = Écrire une collection dans un autre format. L'ancien fichier reste entier si quelque chose tourne mal.
    .output = Fichier à écrire, ou dossier pour hf, lm-eval, inspect, label-studio et doccano.
    .to = native, jsonl, wsc-en ou winogrande ; ou un dossier pour un autre programme : hf (un jeu Hugging Face avec sa fiche et Croissant), lm-eval, inspect, label-studio ou doccano.
    .skip = Laisser de côté les schémas que le format ne peut pas dire, et les nommer.
    .people = Étiquettes que des personnes ont données aux items, pour la fiche de hf : leur accord, et combien changeraient.
collection-help-get = Télécharger une collection publiée et la vérifier. Affiche sa place dans le cache.
    .name = Un nom de `collection list`.
    .from = Un fichier téléchargé à la main ; il est vérifié.
    .address = Un miroir ; la somme de contrôle doit correspondre.
collection-help-diff = Dire ce qui a changé entre deux versions d'une collection. Le code de sortie est 1 quand il y a un changement.
    .old = Un fichier ou un nom.
    .new = Un fichier ou un nom.
collection-help-select = Sélectionner les bons items, avec une raison pour chacun de ceux qui partent.

    Bons : les gens les trouvent faciles, et les statistiques simples non.
    .output = Fichier pour ce qui reste.
    .study = Une étude : son plan, ou un fichier de `experiment import|export`.
    .database = Où sont les réponses de l'étude, si ce n'est à côté de son plan.
    .audit = Ce qu'a affiché `anaphor audit COLLECTION --json` ; écarte ce qu'il résout et ce qui figure dans son corpus.
    .least = Écarter les items que réussit une part plus petite des gens.
    .shrunken = Juger sur l'estimation rétrécie (shrinkage).
    .lead = Écarter les schémas que l'audit résout avec cette avance ou plus.
    .unit = Écarter des schémas entiers, ou des items seuls.
    .remove = Retirer ce qui est écarté, au lieu de le marquer comme exclu.
    .seed = Graine des intervalles.
collection-help-find = Chercher des problèmes de pronoms dans des textes : romans, presse, Wikipédia, TEI, ou corpus de coréférence, qui donnent les clés.

    Les propositions forment une collection de problèmes non validés : acceptez-les, modifiez-les ou rejetez-les avec `anaphor write FICHIER`, et faites-les résoudre avec `anaphor experiment new`.
    .inputs = Fichiers, dossiers ou motifs.
    .output = Fichier de la collection (.yaml).
    .language = Langue des textes ; par défaut : trouvée d'après leurs mots.
    .limit = Nombre maximal de propositions.
    .kind = Sorte de pronom, autant de fois qu'on veut : subject, object, dative, possessive, disjunctive, demonstrative.
    .sentences = Nombre maximal de phrases d'un passage, de 1 à 3.
    .candidates = Nombre maximal de candidats, de 2 à 5.
    .shortest = Nombre minimal de mots d'un passage.
    .longest = Nombre maximal de mots d'un passage.
    .things = Admettre aussi des choses comme candidats ; leur antécédent est plus souvent hors du passage.
    .least = Utilité minimale, de 0 à 1.
    .works = Table des œuvres (.csv, .tsv) : file, title, author, licence, genre.
    .author = Auteur des textes.
    .licence = Leur licence.
    .genre = Leur genre ou domaine.
    .no-gold = Lire les textes annotés comme des textes simples.
    .no-models = Ne pas interroger le modèle n-gramme.
    .processes = Parties des textes lues à la fois.
    .format = Format source ; par défaut : trouvé d'après le contenu.
    .encoding = Codage ; par défaut : trouvé d'après le contenu.
    .field = JSON lines : le champ du texte.
    .column = TSV, Parquet : la colonne du texte, nom ou numéro.
    .newlines = Texte brut : une fin de ligne termine une phrase, un paragraphe, ou vaut une espace (wrapped).
collection-help-suggest = Suggère l'autre moitié : des mots qui inverseraient la réponse d'un item. Rien n'est enregistré.

    Chaque mot a la catégorie et la forme du mot spécial ; il vient avec les deux lectures, son attirance pour l'autre candidat et sa probabilité à cet endroit.
    .id = Un schéma, un problème ou un item ; par défaut : tous.
    .most = Nombre de mots par item.
    .word = Le mot spécial, si le fichier ne le marque pas.
    .with = Un résolveur qui note les lectures et reclasse les cinquante premiers mots : masked:DOSSIER, causal:DOSSIER, lstm.
collection-help-repair = Propose des remplacements pour les schémas que les comptes résolvent. Rien n'est enregistré.

    Un candidat ou un mot spécial est remplacé par un mot de même genre, nombre, nature et fréquence qui équilibre l'association.
    .id = Un schéma ; par défaut : tous ceux qui fuient.
    .most = Nombre de propositions par schéma.
    .counts = Table de paires (`anaphor corpus pairs`) pour réparer ; par défaut : celle du paquet.
    .judge = Table de paires d'autres textes, pour juger les réparations.
collection-help-perturb = Changer la formulation d'une collection. `score --origins` dit ensuite combien un répondant est constant.

    Un fichier à côté de la collection (p.origins.json pour p.yaml) ramène aux originaux.
    .how = order : donner les candidats dans l'ordre inverse ; exchange : les faire changer de place dans le texte ; names : donner aux gens d'autres prénoms ; paraphrase : prendre les textes de --wordings.
    .output = Fichier de la collection modifiée (.yaml, .jsonl).
    .wordings = Pour paraphrase : .csv ou .tsv avec item, text ([anaphore] marquée), prompt.
    .seed = Graine des nouveaux prénoms.

# Files
collection-not-utf8 = le fichier n'est pas en UTF-8
    .todo = Enregistrez-le en UTF-8.
collection-no-file = ce fichier n'existe pas
    .todo = Vérifiez le chemin.
collection-no-file-or-folder = ce fichier ou dossier n'existe pas
collection-or-a-path = Ou donnez le chemin d'un fichier.
collection-not-here = la collection { $name } n'est pas sur cette machine
    .todo = Tapez : anaphor collection get { $name }
collection-bad-path = { $path } n'est pas un chemin utilisable ({ $why })
collection-no-regular-file = ce n'est pas un fichier ordinaire
    .todo = Enregistrez le contenu dans un fichier et donnez celui-ci.
collection-file-too-large = le fichier compte { NUM($size) } octets
    .todo = Une collection en a au plus { NUM($most) }.
collection-unreadable-file = le fichier ne peut pas être lu ({ $why })
collection-packed-file = le fichier est { $kind }
    .todo = Extrayez-en le fichier voulu et donnez celui-ci.
collection-kind-zip = une archive zip
collection-kind-pdf = un PDF
collection-kind-sqlite = une base SQLite
collection-empty-file = le fichier est vide
collection-several-formats = plusieurs formats sont possibles
    .todo = Dites lequel avec --format : { $names }.
collection-no-format = le format n'est pas reconnu
    .todo = Dites lequel avec --format : { $names }.
collection-no-format-columns = le format n'est pas reconnu ; le tableau a les colonnes { $columns }
    .todo = Dites quelle colonne contient quoi (--column text=… --column candidates=…,… --column answer=…), ou le format avec --format : { $names }.
collection-no-table-columns = ce tableau n'est pas reconnu ; ses colonnes : { $columns }
    .todo = Dites quelle colonne contient quoi, au moins columns={"{"}"text": …, "candidates": […, …]{"}"} ; en outre : answer, anaphor, start, end, schema, id, prompt.
collection-no-header = le format n'est pas reconnu
    .todo = Un fichier natif commence par la ligne anaphor: 1 (la version du format).
collection-also-broken = { $hint } De plus, { $broken }
collection-half-character = un texte contient une moitié de caractère (un demi-codet isolé)
    .todo = Réécrivez-le.
collection-no-such-language = la collection { $name } n'a rien dans la langue « { $language } »
    .todo = Elle est en « { $own } ».
collection-language-torn = le fichier ne dit pas sa langue, et ses textes ressemblent à plusieurs ({ $counts })
    .todo = Dites laquelle avec --language { $language }, ou donnez à chaque langue son fichier.
collection-in-language = { $language } : { NUM($count) }
collection-too-many-items = le fichier compte plus de { NUM($most) } items en { NUM($size) } octets
collection-line-too-long = la ligne compte plus de { NUM($most) } caractères

# Fetching
collection-no-address = { $name } n'a pas d'adresse propre
    .todo = Téléchargez-la depuis { $page }, puis tapez : anaphor collection get { $name } --from FICHIER
collection-bad-address = { $address } n'est pas une adresse web
    .todo = Elle commence par https:// ou http://.
collection-no-cache = le dossier du cache ne peut pas être créé ({ $why })
    .todo = Donnez à ANAPHOR_CACHE un dossier où vous pouvez écrire.
collection-fetched-elsewhere = un autre processus télécharge cette collection
    .todo = Attendez qu'il finisse.
collection-not-written = n'a pas pu être écrit ({ $why })
collection-bytes-missing = seuls { NUM($came) } octets sur { NUM($all) } sont arrivés
collection-server-answers = le serveur répond { $number } { $reason }
collection-not-fetched = { $address } n'a pas pu être téléchargé ({ $why })
    .todo = Vérifiez la connexion et relancez la même commande : elle reprend où elle s'est arrêtée.
collection-other-file = { $origin } n'est pas le fichier { $name } que connaît le catalogue (sha256 { $found }…, non { $known }…)
    .todo = Il a été modifié ou c'est une autre version ; lisez-le par son chemin si vous lui faites confiance.

# Writing
collection-ending-says-nothing = la terminaison de { $output } ne dit pas quel format écrire
    .todo = Nommez-en un avec --to : { $names }.
collection-format-not-written = le format « { $format } » ne peut pas être écrit
    .todo = Nommez-en un qui peut l'être avec --to : { $names }.
collection-is-folder = c'est un dossier
    .todo = Donnez un fichier qui s'y trouve.
collection-nothing-sayable = rien de { $name } ne peut être dit en { $format } : { $why }
collection-read-file = { $output } est le fichier qui est lu
    .todo = Donnez un autre fichier : les commentaires seraient perdus.
collection-own-output = { $output } est le fichier qui est lu
    .todo = Donnez un autre fichier.
collection-overwritten = la collection modifiée écraserait sa source
    .todo = Donnez un autre fichier avec -o.
collection-unsayable = l'item { $item } { $why } ; { $format } ne peut pas le dire
    .todo = Écrivez plutôt le format natif ou des lignes JSON, ou laissez de côté ces items (--skip).
collection-unsayable-no-key = n'a pas de réponse
collection-unsayable-neither = n'a aucun des candidats pour réponse
collection-unsayable-unmarked = n'a pas d'anaphore marquée
collection-unsayable-over-26 = a plus de 26 candidats
collection-unsayable-no-xml = a un caractère que le XML n'admet pas
collection-unsayable-not-two = a { $count } candidats et non deux
collection-unsayable-blank = a un _ dans son texte
collection-unsayable-no-reading = n'a pas de lecture avec « { $candidate } » ({ $detail })
collection-unsayable-doubtful = n'a qu'une lecture douteuse avec « { $candidate } » (« { $detail } »)
collection-unsayable-other-words = a des mots autour de l'anaphore qui changent avec le candidat (« { $candidate } », « { $detail } »)
collection-unsayable-half-character = a une moitié de caractère

# Tables of published sets
collection-value-missing = la valeur manque ou est vide
collection-value-no-text = la valeur doit être un texte, non { $found }
collection-value-no-number = la valeur doit être un nombre entier, non { $found }
collection-value-not-among = la valeur doit être l'une de { $choices }, non { $found }
collection-value-no-json = la valeur n'est pas du JSON ({ $why })
collection-value-no-list = la valeur doit être une liste de textes
collection-value-no-list-of-one = la valeur doit être une liste d'un seul texte
collection-value-no-candidate = la valeur n'est aucun des candidats
collection-value-no-pair = la valeur doit être deux mots séparés par |
collection-value-no-spans = la valeur doit être un objet avec deux segments
collection-value-elsewhere = la valeur est { $start }, où le texte ne dit pas { $form }
collection-no-word = la valeur doit être le numéro d'un mot du texte, à partir de 0 et inférieur à { $count }
collection-doubled-key = « { $key } » figure deux fois dans un même objet
    .todo = Gardez l'un des deux.
collection-both-right = la valeur est TRUE pour les deux candidats
collection-columns = la ligne compte { $found } colonnes au lieu de { $wanted }
collection-count-from = les candidats se comptent à partir de 0 ou de 1, non de { $given }
    .todo = Donnez `--count-from 0` ou `--count-from 1` ; dans columns.toml, count_from = 0 ou 1.
collection-column-repeated = la colonne { $name } est nommée deux fois pour { $ours }
    .todo = Nommez chaque colonne une fois.
collection-column-twice = deux colonnes s'appellent « { $name } »
    .todo = Donnez à chacune son nom.
collection-block-size = le bloc compte { $found } lignes au lieu de { $wanted }
collection-two-candidates = il faut deux candidats séparés par une virgule
collection-answer-not-candidate = la réponse n'est aucun des candidats
collection-no-line-number = la ligne ne commence pas par un nombre
collection-no-antecedent = un antécédent et son pronom doivent être entre crochets
collection-no-sentence-id = la valeur doit être occupation.participant.answer.gender.txt
collection-no-pronoun-place = la valeur doit avoir une seule place pour un pronom, telle que $NOM_PRONOUN
collection-noun-missing = la valeur ne nomme pas { $noun }
collection-no-blank = la valeur doit avoir un seul blanc, écrit _
collection-bad-label = l'étiquette doit être 1 ou 0
collection-label-twice = les deux phrases de { $name } ont l'étiquette { $label }
collection-lone-sentence = { $name } a une phrase au lieu de deux
collection-languages-of = C'est ce que contient { $name }.
collection-other-tokens = la valeur ne donne pas les mots du texte
collection-not-one-right = la valeur doit avoir un seul bon candidat
collection-no-mention = la valeur doit être une forme, son premier et son dernier mot, ses mots
collection-no-number = { $said } n'est pas un nombre
collection-no-human-count = <humanSubjects> dit { $said }
    .todo = Écrivez : 18 out of 19 subjects got this answer.

# XML
collection-xml-no-root = il n'y a pas d'élément <{ $name }>
collection-xml-no-child = <{ $parent }> n'a pas de <{ $name }>
collection-xml-no-id = <schema> n'a pas d'id
collection-xml-empty = <{ $name }> est vide
collection-xml-empty-answer = une réponse est vide
collection-xml-empty-answers = <answers> est vide ou a un <answer> vide
collection-xml-no-answer = la bonne réponse est { $said }, qui n'est aucune des { $count } réponses
    .todo = Écrivez la lettre d'une réponse : A, B …
collection-xml-broken = le XML est mal formé ({ $why })
collection-xml-doctype = le XML déclare un type de document ou une entité, ce qui est refusé
    .todo = Supprimez la partie <!DOCTYPE …>.
collection-xml-encoding = les caractères ne sont pas dans l'encodage déclaré
collection-xml-long-record = un enregistrement compte plus de { NUM($most) } caractères
collection-xml-deep = les éléments sont imbriqués sur plus de { $most } niveaux
collection-xml-other-element = <{ $found }> se trouve à la place de <{ $wanted }>
collection-xml-many-elements = un enregistrement compte plus de { $most } éléments

# JSON lines
collection-no-part = une ligne contient soit un schéma, soit un problème
collection-no-json = ce n'est pas du JSON ({ $why })
collection-no-object = un objet JSON est attendu sur chaque ligne
collection-other-version = l'en-tête n'indique pas la version { $version } du format
collection-own-lines = les { $name } se mettent sur leurs propres lignes

# Datasets
collection-no-data-file = le dossier n'a pas de fichier de données
    .todo = Terminaisons connues : { $endings }
collection-no-table = { $ending } : ce n'est pas un tableau connu
collection-several-splits = le jeu de données a plusieurs parties ({ $splits })
    .todo = Donnez l'une d'elles : son dossier ou son fichier.
collection-reading-dataset = lire un jeu de données Hugging Face
collection-unreadable-dataset = le jeu de données ne peut pas être lu ({ $why })
collection-column-named-for = Elle est donnée pour { $ours }.
collection-bad-mapping = --column { $pair } n'est pas une correspondance
    .todo = Écrivez --column text=sentence, ou --column columns.toml pour un fichier qui la dit.
collection-mapping-toml = la correspondance des colonnes n'est pas du TOML : { $why }
    .todo = Écrivez une ligne par colonne, text = "sentence", et candidates = ["option1", "option2"].
collection-mapping-value = ce que la correspondance dit de « { $name } » n'est ni un nom de colonne, ni une liste de noms
    .todo = Écrivez { $name } = "NOM", ou { $name } = ["UN", "AUTRE"].
collection-no-place = la valeur n'est pas une place du texte, ou l'anaphore n'a pas de fin
collection-truth-of-several = la valeur est vrai ou faux, et il y a { $count } candidats
collection-no-answer = la valeur n'est ni un candidat, ni le numéro d'un candidat à partir de 1, ni sa lettre
collection-answer-too-large = la valeur est { $key }, qui n'est aucun des { $count } candidats
collection-count-unclear = la réponse est { $number } pour { $count } candidats, et rien ne dit s'ils sont comptés à partir de 0 ou de 1
    .todo = Dites --count-from 1 ou --count-from 0.
collection-one-column = une seule colonne est attendue ici
    .todo = Seuls les candidats peuvent être dans plusieurs colonnes : --column candidates=optionA,optionB (en Python, columns={"{"}"candidates": ["optionA", "optionB"]{"}"}).

# The native format
collection-no-mapping = une table (clé : valeur) est attendue ici
collection-no-list = une liste est attendue ici
collection-no-text = un texte est attendu ici
    .todo = Mettez-le entre guillemets droits.
collection-empty-text = le texte est vide
collection-several-documents = le fichier contient plus d'un document YAML
collection-yaml = ce n'est pas du YAML valide ({ $why })
    .todo = Les textes avec : {"{"} {"}"} [ ] ou # doivent être entre guillemets droits.
collection-yaml-escape = ce n'est pas du YAML valide ({ $why })
    .todo = Entre guillemets doubles, écrivez \\[ pour \[, ou utilisez des guillemets simples.
collection-yaml-character = ce n'est pas du YAML valide ({ $why })
    .todo = Supprimez ce caractère.
collection-nested = les listes et les tables sont trop imbriquées
collection-many-values = plus de { NUM($most) } valeurs sont au même endroit
collection-no-key = une clé doit être un simple mot
collection-key-twice = la clé « { $key } » est deux fois dans une même table
collection-tags = les collections n'utilisent pas d'étiquettes (!)
collection-anchors = les collections n'utilisent ni ancres (&) ni alias (*)
collection-unknown-key = la clé « { $key } » n'est pas connue ici
    .todo = Clés connues : { $known }.
collection-missing-key = la clé « { $key } » manque
    .todo = Ajoutez { $key }: …
collection-missing-header = la clé « { $key } » manque
    .todo = Ajoutez-la avant les schémas et les problèmes.
collection-misplaced-key = la clé « { $key } » ne va pas avec les autres ici
collection-no-choice = { $key } ne peut pas être « { $word } »
    .todo = Écrivez { $known }.
collection-native-version = le fichier est dans la version { $found } du format
    .todo = Cette version d'anaphor lit la version { $known }.
collection-id-taken = l'identifiant « { $id } » est pris à la ligne { $first }
    .todo = Donnez à chacun le sien.
collection-other-answers = { $found } réponses sont données pour { $wanted } { $wanted ->
    [one] variante
   *[other] variantes
 }
    .todo = Donnez la bonne réponse de la variante spéciale, puis de l'autre.
collection-no-answers = les réponses manquent
    .todo = Ajoutez answers: [celle de la spéciale, celle de l'autre].
collection-other-annotations = { $found } annotations sont données pour { $wanted } { $wanted ->
    [one] variante
   *[other] variantes
 }
collection-other-anaphors = le texte marque { $marked } anaphores et { $described } sont décrites
    .todo = Décrivez chaque [ ] du texte, dans l'ordre.
collection-other-alternatives = ses accolades ont { $found } variantes et le texte { $wanted }
collection-no-anaphor-here = on ne marque pas d'anaphore ici
    .todo = Écrivez \[ et \] pour des crochets qui font partie du texte.
collection-lone-alternatives = un item seul n'a pas de variantes
    .todo = Faites-en un schéma, ou écrivez \| dans le texte.
collection-annotations-without-answer = un item sans réponse ne peut pas avoir d'annotations
collection-several-anaphors = { $count } anaphores sont marquées
    .todo = Marquez-en une avec [ ], ou énumérez-les sous anaphors.
collection-no-anaphor = aucune anaphore n'est marquée
    .todo = Mettez-la entre [ et ], ou dites anaphor: implicit quand la phrase n'en a pas.
collection-no-candidate-place = la place d'un candidat est faite de deux positions
    .todo = Écrivez at: [début, fin], en caractères à partir de 0.
collection-bad-scale = ce n'est pas une échelle
    .todo = Écrivez scale: [1, 2, 3, 4, 5] ou scale: 1-5 à la place de candidates, ou scale: yes (ou no) à côté.
collection-bad-key = « { $word } » n'est le numéro d'aucun candidat
    .todo = Donnez 1 à { $count }, ou neither.
collection-candidates-of-one-name = deux candidats s'appellent « { $answer } »
    .todo = Donnez le numéro du bon : key: 1.
collection-items-options = « { $found } » n'offre pas de choix
    .todo = Écrivez deux réponses ou plus, séparées par |, ou une échelle comme 1-7.
collection-items-conditions = l'item { $item } n'a pas une condition propre à chacune de ses lignes
    .todo = Remplissez la colonne condition dans toutes les lignes de l'item, ou dans aucune.
collection-bad-answer = la réponse « { $answer } » n'est aucun des candidats ({ $known })
collection-other-readings = { $found } lectures sont données pour { $wanted } candidats
collection-reading-of-nobody = « { $name } » n'est aucun des candidats
collection-pairs-expected = { $count } paires sont attendues, une par candidat
collection-unreadable-value = { $key } ne peut pas être lu ({ $why })
collection-bad-version = schéma { $id }, version de { $author } : { $why }
collection-bracket-inside = un [ se trouve dans un autre [ ]
    .todo = Marquez chaque anaphore avec ses propres [ et ].
collection-bracket-unopened = un ] n'a pas de [ avant lui
    .todo = Écrivez \] pour un crochet qui fait partie du texte.
collection-bracket-unclosed = un [ n'est jamais fermé
    .todo = Écrivez \[ pour un crochet qui fait partie du texte.
collection-brace-inside = une {"{"} se trouve dans d'autres {"{"} {"}"}
    .todo = Les accolades ne s'imbriquent pas.
collection-brace-unopened = une {"}"} n'a pas de {"{"} avant elle
    .todo = Écrivez \{"}"} pour une accolade qui fait partie du texte.
collection-brace-unclosed = une {"{"} n'est jamais fermée
    .todo = Écrivez \{"{"} pour une accolade qui fait partie du texte.
collection-many-alternatives = des {"{"} {"}"} ont plus de { $most } variantes
    .todo = Divisez le schéma.
collection-uneven-alternatives = des accolades à { $counts } variantes sont dans un même texte
    .todo = Donnez à toutes les {"{"} {"}"} le même nombre de variantes.
collection-and = {" et "}

# Changing
collection-not-put = { $id } ne peut pas être écrit tel quel dans ce fichier
    .todo = Modifiez-le à la main.
collection-not-removed = { $id } ne peut pas être retiré tel quel de ce fichier
    .todo = Modifiez-le à la main.
collection-no-part-called = aucun schéma ni problème ne s'appelle « { $id } »
collection-header-not-changed = l'en-tête de ce fichier ne peut pas être modifié tel quel
    .todo = Modifiez-le à la main.
collection-no-item = la collection { $name } n'a pas d'item « { $item } »
    .todo = Vérifiez les identifiants.
collection-other-collection = la collection { $name } n'a pas d'item « { $item } »
    .todo = Est-ce bien la collection qui a été soumise ?
collection-other-text = { $output } ne dirait pas ce qu'il faut
    .todo = Donnez plutôt un fichier .jsonl.
collection-wording-marks = la formulation { $number } de { $item } doit marquer une anaphore
    .todo = Écrivez-la entre [ et ].
collection-no-wording = cette ligne n'a pas d'item ou pas de texte
collection-wordings-of-paraphrase = les paraphrases et --wordings vont ensemble
    .todo = Écrivez --how paraphrase --wordings FICHIER.
collection-nothing-changed = aucun item de { $name } ne peut être modifié par { $change }
collection-nothing-changed-because = aucun item de { $name } ne peut être modifié par { $change } ({ $item } : { $why })
collection-skipped-one-candidate = il a un seul candidat
collection-skipped-not-two = il n'a pas deux candidats
collection-skipped-no-rules = aucune règle n'est installée pour « { $language } »
collection-skipped-not-switchable = sa source dit qu'il n'est pas permutable
collection-skipped-named-in-prompt = sa question nomme un candidat
collection-skipped-no-like-names = sa source ne le dit pas permutable, et ses candidats ne sont pas deux noms du même genre
collection-skipped-no-places = ses candidats ne sont pas une fois chacun dans le texte, mot pour mot
collection-skipped-no-names = aucun prénom n'est connu en « { $language } »
collection-skipped-any-gender = des femmes et des hommes s'appellent { $name }
collection-skipped-possessive = le possessif de { $name } s'écrit sans s
collection-skipped-no-name-left = il ne reste aucun autre prénom pour { $name }
collection-skipped-no-first-name = aucun candidat n'est un prénom
collection-skipped-no-person = { $name } n'est peut-être pas une personne
collection-skipped-no-wording = aucune autre formulation n'est donnée
collection-nothing-selects = rien ne dit quels items doivent partir
    .todo = Donnez --study, --audit, ou les deux.
collection-bad-share = { NUM($share, as: "g") } n'est pas une part
    .todo = Donnez --least entre 0 et 1.
collection-all-copied = tous les items figurent dans le corpus de l'audit : il ne resterait rien de la collection
    .todo = Écrivez de nouveaux items, ou faites l'audit sur un corpus que les systèmes à évaluer n'ont pas lu.
collection-nothing-left = il ne resterait rien de la collection
    .todo = Demandez moins.
collection-other-study = l'étude { $study } n'a posé aucun item de { $name }
    .todo = Importez-la avec --collection, pour que les items soient trouvés.
collection-no-audit = ce n'est pas un audit
    .todo = `anaphor audit COLLECTION --json` en affiche un.
collection-other-audit = cet audit ne porte sur aucun item de { $name }
collection-dropped-twin = son jumeau { $item } est écarté
collection-dropped-rate = { $whom } : { $right } réponses justes sur { $answers } ({ NUM($rate, digits: 0) } %)
collection-dropped-drawn-rate = { $whom } : { $right } réponses justes sur { $answers } ({ NUM($rate, digits: 0) } % ; { NUM($drawn, digits: 0) } % en tenant compte des autres items)
collection-dropped-copied = il figure presque mot pour mot dans le corpus de l'audit
collection-dropped-solved = l'audit résout son schéma (avance { NUM($lead, digits: 1) })

# Words in sentences
collection-word-latin = latin
collection-word-cyrillic = cyrillique
collection-word-greek = grec
collection-word-masculine = masculin
collection-word-feminine = féminin
collection-word-neuter = neutre
collection-word-singular = singulier
collection-word-plural = pluriel
collection-word-person = personne
collection-word-animal = animal
collection-word-group = groupe
collection-word-thing = chose
collection-word-text = texte
collection-word-question = question
collection-word-candidate = candidat
collection-word-id = identifiant
collection-word-proposed = proposé
collection-word-unvalidated = non validé
collection-word-excluded = exclu
collection-word-neither = aucun des deux
collection-word-unnamed = sans nom
collection-word-known = connue
collection-word-column = colonne
collection-word-table = tableau
collection-word-split = partie
collection-word-language = langue
collection-word-finding = genre de constat
collection-word-no-ending = sans terminaison
collection-evidence-determiner = déterminant { $word }
collection-evidence-lexicon = lexique { $word }
collection-evidence-first-name = prénom { $word }
collection-evidence-title = titre { $word }
collection-evidence-form = forme { $word }

# What the commands show
collection-severity-error = erreur
collection-severity-warning = avertissement
collection-severity-note = remarque
collection-finding-line = { $head }{ $place } : { $message }  [{ $code }]
collection-finding-more = { $head }… et { NUM($count) } autres du même genre, { NUM($all) } en tout : --only { $code }  [{ $code }]
collection-findings-left-out = { NUM($count) } { $count ->
    [one] constat est laissé
   *[other] constats sont laissés
 } de côté par --only ou --ignore.
collection-findings-hidden = { $shown } ; non affiché : { $hidden }
collection-column-name = nom
collection-column-language = langue
collection-column-items = items
collection-column-state = état
collection-column-licence = licence
collection-column-id = id
collection-column-text = texte
collection-column-candidates = candidats
collection-column-answer = réponse
collection-column-title = titre
collection-state-embedded = incluse
collection-state-here = présente
collection-state-to-get = à télécharger
collection-card-name = nom
collection-card-title = titre
collection-card-language = langue
collection-card-version = version
collection-card-licence = licence
collection-card-authors = auteurs
collection-card-citation = référence
collection-card-schemas = schémas
collection-card-problems = problèmes
collection-card-items = items
collection-card-languages = langues
collection-card-without-key = sans réponse
collection-card-excluded = exclus
collection-card-candidates = candidats
collection-card-anaphors = anaphores
collection-card-domains = domaines
collection-card-fingerprint = empreinte
collection-more-forms = … et { $count } autres formes
collection-unmarked-ambiguous = { $count } non marquées par la source, plusieurs endroits sont possibles
collection-unmarked-implicit = { $count } sous-entendues (ellipse)
collection-unmarked-unsaid = { $count } non marquées par la source, et non trouvées
collection-no-reading-of = { $candidate } : { $why }
collection-sureness-certain = certaine
collection-sureness-likely = probable
collection-sureness-doubtful = douteuse
collection-readings-all = { NUM($made) } lectures sur { NUM($wanted) }.
collection-readings-some = { NUM($made) } lectures sur { NUM($wanted) } ; les autres disent pourquoi il n'y en a pas.
collection-change-added = ajouté
collection-change-dropped = retiré
collection-change-reworded = reformulé
collection-change-renamed = renommé
collection-change-key = réponse
collection-change-candidates = candidats
collection-change-anaphor = anaphore
collection-change-prompt = question
collection-change-cues = mots marqués
collection-no-difference = aucune différence
collection-checking = vérification
collection-fetching = téléchargement de { $name }
collection-written = { NUM($count) } items écrits dans { $output } ({ $format }).
collection-same-fingerprint = Empreinte { $fingerprint }, comme avant.
collection-poorer-format = Ce format garde les textes, les anaphores, les candidats et les réponses ; les domaines, les notes et les auteurs sont laissés de côté.
collection-left-out = Laissé de côté : { $id } ({ $why }).
collection-export-lost = { $format } ne peut pas dire { $count ->
    [one] un item
   *[other] { NUM($count) } items
 } : { $id }, { $why }
    .todo = Utilisez convert, qui les laisse de côté et le dit.
collection-export-one-candidate = il n'a qu'un candidat, donc rien à choisir
collection-export-no-key = la source ne donne pas la bonne réponse
collection-export-neither = aucun candidat n'est juste, ce que ce format ne peut pas dire
collection-export-no-reading = pas de lecture ({ $why })
collection-export-no-ending = du score partiel seulement : aucun mot ne suit de la même façon tous les candidats
collection-export-nothing = Rien.
collection-export-not-stated = non indiqué
collection-card-counts = { NUM($items) } items dans { NUM($schemas) } schémas et { NUM($problems) } problèmes
collection-card-description = Des phrases avec une anaphore et ses antécédents possibles, dont un est le bon.
collection-card-use = Tester la résolution des pronoms et le sens commun, et des études avec des personnes ; pas pour l'entraînement.
collection-card-labels = La clé de chaque item est celle que ses auteurs ont donnée.
collection-card-people = { NUM($annotators) } personnes ont donné { NUM($labels) } étiquettes à { NUM($found) } des { NUM($all) } items. { $coefficient } : { NUM($value, as: ".2f") }{ $interval }.{ $change } Signature : { $signature }
collection-card-interval = { " " }({ NUM($low, as: ".2f") }–{ NUM($high, as: ".2f") }, intervalle à 95 %)
collection-card-change = { " " }Un autre panel de { NUM($panel) } personnes changerait { PERCENT($rate) } des étiquettes{ $ends }.
collection-card-change-ends = { " " }({ PERCENT($low) }–{ PERCENT($high) })
collection-card-not-validated = Pas encore validé auprès de personnes.
collection-card-other-people = { $count ->
    [one] un item étiqueté ({ $few }) n'est
   *[other] { NUM($count) } items étiquetés ({ $few } …) ne sont
 } pas dans { $name }
    .todo = Donnez les étiquettes de cette collection, sous ses propres identifiants.
collection-card-small = Avec { NUM($count) } items, une différence entre deux systèmes demande un test apparié et un intervalle.
collection-card-unkeyed = { $count ->
    [one] Un item n'a
   *[other] { NUM($count) } items n'ont
 } pas de bonne réponse dans la source ; `answer` y est nul.
collection-card-neither = { $count ->
    [one] Pour un item, aucun candidat n'est juste
   *[other] Pour { NUM($count) } items, aucun candidat n'est juste
 } ; `neither` y est vrai.
collection-card-public = Une fois les items publics, un modèle peut avoir été entraîné dessus.
collection-no-card = les étiquettes de personnes n'ont pas de place dans le format '{ $format }'
    .todo = Laissez les étiquettes de côté, ou écrivez hf.
collection-please-cite = Licence : { $licence }. À citer : { $citation }
collection-licence-not-stated = non indiquée par la source
collection-table-items = items
collection-table-count = nombre
collection-changed = modifiés
collection-not-changed = non modifiés : { $why }
collection-way-back = La collection modifiée est dans { $output }, le chemin du retour dans { $path }.
collection-people = participants
collection-simulated-people = participants simulés
collection-people-right = réponses justes ({ $whom })
collection-select-rehearsal = Participants simulés : personne n'a été interrogé. Ce qui reste est une répétition, et ses notes le disent.
collection-select-shortcuts = L'audit a trouvé un raccourci qui traverse toute la collection (voir ses premières phrases) : écarter des items isolés ne le supprime pas.
collection-select-dropped = écarté
collection-select-because = parce que
collection-select-before = avant
collection-select-after = après
collection-select-items = items
collection-select-reussite = audit : réussite
collection-select-exactitude = audit : exactitude
collection-select-verdict = audit : verdict
collection-select-held-out = Sélection par une moitié des participants, mesure sur l'autre : la moyenne passe de { PERCENT($before) } à { PERCENT($after) } ; le chiffre ci-dessus flatte, puisque les mêmes réponses ont choisi les items.
collection-select-written = Écrit dans { $output } ; empreinte { $fingerprint }.
collection-select-written-with-comments = Écrit dans { $output }, commentaires gardés ; empreinte { $fingerprint }.
collection-select-how = Tiré de { $name } (empreinte { $fingerprint }) : { $dropped } items sur { $items } laissés de côté par { $by }.
collection-select-by-study = une étude ({ $whom }, { $study })
collection-select-by-audit = un audit

# Counts
collection-count-error = { $count ->
    [one] { $count } erreur
   *[other] { $count } erreurs
}
collection-count-warning = { $count ->
    [one] { $count } avertissement
   *[other] { $count } avertissements
}
collection-count-note = { $count ->
    [one] { $count } remarque
   *[other] { $count } remarques
}
collection-in-items = { $count ->
    [one] { $number } dans { $count } item
   *[other] { $number } dans { $count } items
}
collection-changes-added = { $count ->
    [one] { $count } ajouté
   *[other] { $count } ajoutés
}
collection-changes-dropped = { $count ->
    [one] { $count } retiré
   *[other] { $count } retirés
}
collection-changes-reworded = { $count ->
    [one] { $count } reformulé
   *[other] { $count } reformulés
}
collection-changes-renamed = { $count ->
    [one] { $count } renommé
   *[other] { $count } renommés
}
collection-changes-key = { $count ->
    [one] { $count } réponse
   *[other] { $count } réponses
}
collection-changes-candidates = { $count } fois les candidats
collection-changes-anaphor = { $count } fois l'anaphore
collection-changes-prompt = { $count } fois la question
collection-changes-cues = { $count } fois les mots marqués

# Findings of the checker, domains
collection-finding-alternatives-equal = Une paire d'alternatives est identique (« { $word } ») : seuls les autres mots changent. Sortez-la des accolades.
collection-finding-anaphor-ambiguous = L'anaphore n'est pas marquée et plusieurs endroits sont possibles. Marquez-la avec [ ].
collection-finding-anaphor-cut = La marque de l'anaphore coupe un mot ou prend une espace (« { $context } »). Marquez le mot entier, et lui seul.
collection-finding-anaphor-impersonal = « { $form } » est impersonnel ici ({ $context }) : il ne renvoie à rien. Marquez le pronom sur lequel on interroge.
collection-finding-anaphor-implicit = L'anaphore est sous-entendue : il n'y a pas de pronom à interroger. Marquez-en un si le texte en a un.
collection-finding-anaphor-in-candidate = « { $form } » fait partie du candidat lui-même (« { $phrase } »). Marquez le pronom sur lequel on interroge.
collection-finding-anaphor-not-in-text = L'anaphore « { $form } » n'est pas dans le texte. Nommez le pronom qui s'y trouve.
collection-finding-anaphor-reflexive = « { $form } » est réfléchi : la grammaire suffit à décider. Marquez un autre pronom.
collection-finding-anaphor-rival = « { $rival } », dans la même phrase, convient aussi aux deux candidats. Vérifiez que « { $form } » est le pronom visé.
collection-finding-anaphor-unfamiliar = « { $form } » n'est pas un pronom connu.
collection-finding-anaphor-unknown = Rien ne dit où se trouve l'anaphore. Marquez-la avec [ ].
collection-finding-binding-own-subject = « { $candidate } » est le sujet du verbe dont « { $form } » est l'objet : la grammaire l'exclut. Reformulez.
collection-finding-binding-same-clause = « { $candidate } » suit le sujet « { $form } » dans sa proposition : la grammaire l'exclut. Reformulez.
collection-finding-binding-controlled = « { $candidate } » est le sujet sous-entendu du verbe dont « { $form } » est l'objet : la grammaire l'exclut. Reformulez.
collection-finding-demonstrative-place = « { $form } » désigne un candidat par sa place (« { $candidate } ») : la grammaire penche vers la réponse. Marquez un autre pronom.
collection-finding-animacy-differs = « { $one } » ({ $first }) et « { $other } » ({ $second }) ne sont pas du même ordre : le seul choix des mots peut trahir la réponse.
collection-finding-association-betrays = Les décomptes fournis donnent à penser que les mots spéciaux trahissent la réponse : chacun semble aller avec son bon candidat ({ $pairs }). { $outcome ->
        [leaks] Selon ces décomptes, l'audit dit que le schéma livre sa réponse.
       *[cannot-tell] C'est un soupçon, pas le verdict de l'audit.
    } Envisagez un autre candidat ou un autre mot spécial (anaphor collection repair).
collection-finding-candidate-in-candidate = Le candidat « { $inner } » est contenu dans le candidat « { $outer } ».
collection-finding-candidate-not-in-text = Le candidat « { $candidate } » n'est pas dans le texte. Nommez-le comme dans le texte.
collection-finding-candidate-only-by-head = Du candidat « { $candidate } », seul le nom principal est dans le texte.
collection-finding-candidate-without-determiner = Le candidat « { $candidate } » n'a pas de déterminant : il ne peut pas prendre tel quel la place du pronom.
collection-finding-candidates-alike = Deux candidats sont identiques (« { $candidate } »). Donnez à chacun son nom.
collection-finding-candidates-nearly-alike = Les candidats « { $one } » et « { $other } » ne diffèrent que par des accents. Donnez-leur des noms qui se distinguent.
collection-finding-candidates-of-different-gender = « { $one } » et « { $other } » n'ont pas le même genre : un accord peut trahir la réponse.
collection-finding-candidates-of-one-noun = Les candidats « { $one } » et « { $other } » sont un même nom avec deux déterminants. Donnez-leur des noms qui se distinguent.
collection-finding-concord-collective = « { $candidate } » est un groupe au singulier et « { $form } » un pluriel : on comprend, mais le nombre donne un indice.
collection-finding-concord-gender = « { $candidate } » est au { $found } ({ $evidence }) et « { $form } » demande le { $wanted } : la grammaire l'exclut. Changez le candidat.
collection-finding-concord-name = « { $candidate } » est le plus souvent un prénom { $found } et « { $form } » demande le { $wanted }. Vérifiez.
collection-finding-concord-number = « { $candidate } » est au { $found } ({ $evidence }) et « { $form } » demande le { $wanted } : la grammaire l'exclut. Changez le candidat.
collection-finding-concord-unknown = Le genre de « { $candidate } » n'est pas dans nos listes. Vérifiez qu'il s'accorde avec « { $form } ».
collection-finding-domain-unknown = Le domaine « { $domain } » n'est pas dans la taxonomie. Utilisez : { $known }.
collection-finding-cue-names-candidate = Le mot spécial « { $cue } » nomme le candidat « { $candidate } » : le mot lui-même peut trahir la réponse. Choisissez-en un autre.
collection-finding-encoding-declared = Le fichier déclare l'encodage { $declared }, mais ses octets sont en { $found } : il a été lu en { $found }. Corrigez la déclaration.
collection-finding-final-clause = Le pronom est sujet d'une proposition en « { $connective } » : pour le sujet principal le français préfère l'infinitif, l'autre candidat l'emporte donc par la grammaire (article 1, exemple 5). Reformulez.
collection-finding-hidden-character = Le champ { $field } contient un caractère invisible ({ $name }). Supprimez-le.
collection-finding-id-character = L'identifiant contient un caractère invisible ou un saut de ligne ({ $name }). Donnez un identifiant simple.
collection-finding-id-like-path = L'identifiant ressemble au chemin d'un fichier. Donnez un identifiant fait de lettres, de chiffres, de points et de traits d'union.
collection-finding-ids-alike = Un autre identifiant n'en diffère que par des majuscules. Donnez à chacun le sien.
collection-finding-key-contradicted = { $other } pose la même question (« { $text } ») et a pour clé « { $theirs } », non « { $answer } ». L'une des deux clés est fausse.
collection-finding-keys-missing = Items sans réponse : { $count } sur { $all }. Rien n'y peut être noté, et les fuites n'y sont pas testées.
collection-finding-known-text = Le texte se trouve aussi dans { $other } ({ $share } des mots sont communs).
collection-finding-ambiguous-items = { $count ->
    [one] Un item est dit ambigu par ses auteurs et n'a pas de bonne réponse ici.
   *[other] { NUM($count) } items sont dits ambigus par leurs auteurs et n'ont pas de bonne réponse ici.
}
collection-finding-language-assumed = Le fichier ne dit pas sa langue : { NUM($count) } des { NUM($all) } textes ressemblent à « { $language } », qui est retenu. Indiquez une autre langue avec --language (en Python, language=…).
collection-finding-language-doubtful = La langue est supposée être « { $language } », mais les mots ressemblent à « { $looks } » : écrivez --language { $looks }, ou corrigez la langue que nomme le fichier.
collection-finding-language-unknown = Aucune règle n'est installée pour la langue « { $language } » : ni l'accord, ni l'anaphore, ni les lectures ne sont vérifiés. Langues connues : { $known }.
collection-finding-language-unrecognised = Le fichier ne dit pas sa langue, et ses mots ne la révèlent pas : « { $language } » est retenu. Indiquez-la avec --language (en Python, language=…).
collection-finding-wino-x-language = Le fichier est en anglais et en « { $language } » : « { $language } » est retenu. Écrivez --language en pour l'autre (en Python, language=…).
collection-finding-lone-candidate = Il n'y a qu'un seul candidat.
collection-finding-many-on-one-text = { $count } problèmes portent sur ce seul texte : le comprendre de travers les fait tous perdre (article 4).
collection-finding-many-words = Le texte compte { $words } mots : c'est long pour un schéma. Raccourcissez si possible.
collection-finding-mixed-apostrophes = Les apostrophes droite (') et courbe (’) coexistent ({ $straight } et { $curly } fois). Choisissez-en une.
collection-finding-mixed-scripts = Le mot « { $word } » mêle des alphabets ({ $names }). Retapez-le.
collection-finding-mojibake = « { $word } » ressemble à un texte lu dans le mauvais encodage.
collection-finding-near-duplicate = Le texte est presque celui de { $other } ({ $share } des mots).
collection-finding-no-choice = Il n'y a qu'un candidat, et c'est le bon : il n'y a rien à choisir. Ajoutez un autre candidat.
collection-finding-no-items = La collection n'a aucun item.
collection-finding-no-twin = Le schéma n'a qu'une variante.
collection-finding-not-normalised = Le champ { $field } contient des accents décomposés (hors NFC). Enregistrez-le avec des lettres composées.
collection-finding-participle-betrays = « { $word } » s'accorde avec l'anaphore et trahit la réponse : « { $one } » et « { $other } » n'ont pas le même genre. Prenez des candidats du même genre.
collection-finding-position-unbalanced = La bonne réponse est le premier candidat mentionné dans { $first } items sur { $all } (probabilité d'un tel déséquilibre : { $p }). Équilibrez.
collection-finding-prompt-does-not-follow = Les mots marqués sont dans la question d'une variante et pas de l'autre. Mettez les mêmes accolades à la question.
collection-finding-prompt-missing = Il n'y a pas de question pour les participants. Ajoutez-en une.
collection-finding-prompt-names-candidate = La question nomme le candidat « { $candidate } ». Interrogez sans le nommer.
collection-finding-prompt-not-a-question = La question « { $prompt } » ne finit pas par un point d'interrogation.
collection-finding-prompt-unrelated = La question « { $prompt } » n'a aucun mot en commun avec le texte.
collection-finding-published-copy = Le texte est une copie, ou presque, d'un texte de { $other } (environ { $share } des paires de mots sont communes) : des programmes l'ont peut-être déjà vu. Écrivez-en un autre.
collection-finding-reference-anaphor-differs = { $other } a le même texte et porte sur « { $theirs } », non sur « { $form } ».
collection-finding-reference-key-differs = { $other } a le même texte et donne « { $theirs } » comme bonne réponse, non « { $answer } ».
collection-finding-reference-question-differs = { $other } a le même texte et demande « { $prompt } », ce qui ne porte pas sur « { $form } ».
collection-finding-same-text = Le texte est le même que celui de { $other }.
collection-finding-spacing = Le texte a un espace double ou en bordure.
collection-finding-status-without-reason = Statut « { $status } » sans explication. Ajoutez reason: …
collection-finding-too-long = Le texte compte { $sentences } phrases. Un problème devrait en avoir trois au plus (article 4).
collection-finding-twin-candidates-differ = Les candidats changent avec la variante ({ $one } / { $other }) : le schéma est atypique.
collection-finding-twins-alike = Les jumeaux ont le même texte (« { $text } »){ $keys ->
    [opposite] {" "}et des clés opposées
   *[other] {""}
} : les mots qui devraient différer sont les mêmes. Rendez-les différents.
collection-finding-twins-differ-much = Les variantes diffèrent par { $words } mots. Préférez un mot ou une courte expression.
collection-finding-twins-differ-outside-the-marks = Les variantes diffèrent aussi hors des mots marqués (« { $one } » / « { $other } »). Marquez tout ce qui diffère, ou unifiez.
collection-finding-twins-do-not-flip = Les deux variantes ont la même bonne réponse, « { $answer } ». Choisissez des mots qui font changer la réponse.
collection-domain-spatial = spatial
    .covers = lieux, directions, contenance
collection-domain-physical = physique
    .covers = matière, forces, corps
collection-domain-social = social
    .covers = rapports entre les gens
collection-domain-emotional = émotions
    .covers = sentiments et leurs causes
collection-domain-temporal = temporel
    .covers = ordre et durée des événements
collection-domain-causal = causal
    .covers = ce qui cause quoi
collection-domain-goals = buts
    .covers = projets, souhaits, moyens et fins
collection-domain-quantity = quantité
    .covers = combien, plus ou moins
collection-domain-medicine = médecine
    .covers = maladie et soins
collection-domain-crime = délits
    .covers = délits et justice
collection-domain-transport = transports
    .covers = véhicules et trajets
collection-domain-household = maison
    .covers = maison, meubles, ménage
collection-domain-work = travail
    .covers = emplois et métiers
collection-domain-school = école
    .covers = enseignement et apprentissage
collection-domain-food = alimentation
    .covers = cuisine et repas
collection-domain-sport = sport
    .covers = jeux de force et d'adresse
collection-domain-money = argent
    .covers = acheter, prêter, devoir
collection-domain-nature = nature
    .covers = animaux, plantes, paysages
collection-domain-weather = météo
    .covers = pluie, chaleur, saisons
collection-domain-technology = technique
    .covers = appareils et machines
collection-domain-leisure = loisirs
    .covers = jeux, arts, vacances
collection-domain-family = famille
    .covers = parents, enfants, proches

# Collections in a notebook

collection-line = { $name }, { $schemas ->
    [one] { NUM($schemas) } schéma
   *[other] { NUM($schemas) } schémas
 }, { $problems ->
    [one] { NUM($problems) } problème
   *[other] { NUM($problems) } problèmes
 }, { $items ->
    [one] { NUM($items) } item
   *[other] { NUM($items) } items
 } ({ $language })
collection-first-items = { $all ->
    [one] son item
   *[other] les { NUM($shown) } premiers de { NUM($all) } items
 }
collection-finding-own = { $own_sentence }
collection-own-check = le contrôle { $name } a échoué à { $place } ({ $why })
    .todo = Il reçoit un schéma ou problème à la fois, et donne des constats, des phrases, ou rien.
collection-own-finding = le contrôle { $name } a donné un { $kind } à { $place }
    .todo = Donnez des phrases (du texte) ou des constats (Finding.of).
collection-list-line = { NUM($count) } collections
collection-readings-line = { $name }, { NUM($items) } items, { $missing ->
    [0] tous avec des lectures
    [one] 1 sans lecture
   *[other] { NUM($missing) } sans lecture
 }
collection-selection-line = { $name }, { NUM($kept) } des { NUM($all) } items gardés
collection-figure-title = { $collection } : constats par type
collection-figure-findings = constats
collection-figure-kind = type
collection-figure-severity = gravité
