audit-help = Dire si de simples comptages donnent les réponses. Choisit par association, comme l'article 1.

    Sans corpus, les effectifs fournis avec le paquet servent.
    .collection = Un fichier, ou un nom de `collection list`.
    .corpus = Un index, ou un fichier d'effectifs. Répétable : les effectifs s'ajoutent.
    .stream = Du texte à compter en une passe, sans index. Répétable.
    .measure = Mesure d'association.
    .smoothing = Ajouté à chaque compte avant la mesure ; l'article 1 n'ajoutait rien.
    .window = Compter les mots séparés d'au plus tant de mots.
    .pairs = D'où viennent les paires de mots.
    .continuous = Une ligne pour chaque avance observée, et non seulement 0, 0.5 … 4.
    .margin = « Google-proof » veut dire une réussite inférieure à cette marge, fixée d'avance.
    .leak = Taille de la fuite dont la puissance est donnée (0.08 : 8 points au-dessus du hasard) : en exactitude des items évalués, et en réussite de l'ensemble.
    .lines = Phrases montrées pour chaque paire.
    .embeddings = Un fichier .npy d'items × dimensions pour le filtre adverse.
    .quick = Seulement le tableau et le verdict : pas d'autres raccourcis.
    .save-counts = Écrire aussi les effectifs, sans texte, dans un fichier .json.gz.
    .figure = Tracer aussi la courbe : .svg, .png ou .pdf.
    .fail-on-leak = Sortir avec le code 1 quand le verdict sur tous les items est que la collection livre ses réponses ; la ligne sans les noms propres ne décide pas.
    .format = Format de la collection.
    .language = Seulement les items de cette langue.
    .column = --stream : la colonne d'un TSV ou d'un Parquet.
    .field = --stream : le champ de lignes JSON.
    .newlines = --stream : un saut de ligne finit une phrase, un paragraphe, ou vaut un espace (wrapped).
    .interface = Langue des tableaux et du verdict.

audit-title = Audit : { $name }
audit-question = De simples statistiques donnent-elles les réponses ? ({ $collection })
audit-bad-thresholds = les seuils doivent croître et commencer par 0
    .todo = Écrivez p. ex. 0, 0.5, 1.
audit-bad-seed = { $seed } ne peut pas être une graine
    .todo = Donnez un nombre à partir de 0.
audit-bad-margin = { $margin } ne peut pas être une marge
    .todo = Elle est comprise entre 0.5 et 1, bornes exclues, p. ex. 0.60.
audit-bad-level = { $level } ne peut pas être un niveau
    .todo = Il est compris entre 0.5 et 1, p. ex. 0.95.
audit-bad-leak = { $leak } ne peut pas être une fuite
    .todo = Elle est comprise entre 0 et 0.5, p. ex. 0.08.
audit-no-power = avec { $items } items, une fuite de { $leak } et un niveau de { $alpha }, il n'y a pas de puissance
    .todo = Une fuite est comprise entre 0 et 0.5, un niveau entre 0 et 1.
audit-nothing-to-test = aucun item ne peut être testé
    .todo = La liste des items dit pourquoi, item par item.
audit-no-item-fits = aucun item de { $name } n'a la forme que demande le test
audit-empty = La collection n'a pas d'items.
audit-other-language = la collection { $collection } est en « { $language } » et le corpus { $corpus } en « { $other } »
    .todo = Donnez un corpus dans la langue de la collection.
audit-several-languages = la collection est en plusieurs langues
    .todo = Dites laquelle avec --language, p. ex. fr.
audit-uncounted-window = { $corpus } n'a pas de comptes de mots séparés d'au plus { $words } mots
    .todo = Choisissez une autre fenêtre, ou comptez dans un index ou dans du texte (--corpus, --stream).
audit-corpus-and-stream = --corpus et --stream ne vont pas ensemble
    .todo = Donnez l'un des deux.
audit-no-stream = --column, --field et --newlines disent comment lire le texte de --stream
    .todo = Donnez un texte avec --stream.
audit-named-twice = ce texte est donné deux fois : ses comptes seraient doublés
    .todo = Donnez chaque fichier une seule fois.
audit-embeddings-unreadable = les plongements sont illisibles ({ $problem })
audit-embeddings-no-file = les plongements sont illisibles : ce n'est pas un fichier .npy
    .todo = Enregistrez un tableau de nombres avec numpy.save.
audit-embeddings-shape = les plongements sont { $shape }, pour { $items } items
    .todo = Donnez items × dimensions, ou items × candidats × dimensions.
audit-embeddings-archive = une archive
audit-embeddings-type = les plongements ne sont pas des nombres réels mais { $type }
    .todo = Enregistrez un tableau de nombres avec numpy.save.
audit-embeddings-infinite = les plongements contiennent une valeur qui n'est pas un nombre fini
audit-embeddings-huge = les plongements contiennent un nombre au-delà de { $most }
    .todo = Ramenez-les à des longueurs proches de 1.
audit-embeddings-candidates = les plongements n'ont pas une ligne par candidat
    .todo = Donnez items × candidats × dimensions.

audit-unfit-no-twin = l'item n'a pas de jumeau : aucun mot spécial ne se dégage
audit-unfit-different-answers = les jumeaux n'ont pas les mêmes candidats
audit-unfit-same-question = la question est la même pour les deux jumeaux
audit-unfit-cue-elsewhere = le mot qui change n'est pas dans la question
audit-unfit-same-cue = les jumeaux ont le même mot spécial
audit-unfit-no-key = la collection ne dit pas quel candidat est le bon
audit-unfit-neither = la bonne réponse n'est aucun des candidats
audit-unfit-one-candidate = l'item n'a qu'un candidat
audit-unfit-no-hand-pair = la collection ne donne pas de paire pour cet item
audit-unfit-unusable-pair = la collection dit les paires de cet item inutilisables
audit-unfit-no-language = aucune langue de ce code n'est installée
audit-pair-function-word = un mot de la paire est un mot grammatical (est, il, plus), qui va avec tout
audit-pair-ambiguous-word = un mot de la paire n'a aucune forme qu'un corpus distingue d'un autre mot
audit-pair-uncounted = ce corpus ne les compte pas
audit-pair-undefined = { $candidate } et { $cue } : { $why }

audit-leaks = La collection livre ses réponses : choisir le candidat le plus associé au mot spécial fait mieux que le hasard : au meilleur seuil, p { PVALUE($p) } (réponses échangées schéma par schéma) ; la réussite sans seuil est de { NUM($reussite, digits: 3) } (p { PVALUE($plain) }).
audit-google-proof = La collection résiste (« Google-proof ») à la marge près : quel que soit le seuil, la réussite reste inférieure à { NUM($upper, digits: 3) } (borne supérieure à { NUM($level, as: "g") } %), et la marge fixée d'avance est de { NUM($margin, digits: 2) }.
audit-undecided = Indécis : la réussite sans seuil est de { NUM($reussite, digits: 3) } (p { PVALUE($plain) }) et le meilleur seuil a p { PVALUE($p) }, ce qui n'est pas mieux que le hasard ; mais la borne supérieure de la réussite est de { NUM($upper, digits: 3) } et la marge fixée d'avance est de { NUM($margin, digits: 2) }.
audit-too-few = Indécis : { $scored } { $scored ->
    [one] item
   *[other] items
 } sur { $items } { $scored ->
    [one] a
   *[other] ont
 } un score, trop peu pour dire que la collection résiste (« Google-proof ») ; la réussite sans seuil est de { NUM($reussite, digits: 3) } (p { PVALUE($plain) }) ; au meilleur seuil, p { PVALUE($p) }.
audit-too-few-met = Indécis : { $attested ->
    [one] seul { $attested } item sur { $items } a
   *[other] seuls { $attested } items sur { $items } ont
 } des paires qui cooccurrent toutes dans le corpus, trop peu pour dire que la collection résiste (« Google-proof » ; { $scored } { $scored ->
    [one] a
   *[other] ont
 } un score) ; la réussite sans seuil est de { NUM($reussite, digits: 3) } (p { PVALUE($plain) }) ; au meilleur seuil, p { PVALUE($p) }.
audit-small-share = Indécis pour la collection entière : { $attested ->
    [one] le seul item qui a
   *[other] les { $attested } items qui ont
 } un score tiré de paires attestées ne { $attested ->
    [one] montre
   *[other] montrent
 } pas de fuite, et en aurai{ $attested ->
    [one] t
   *[other] ent
 } montré une ; mais ce n'est que { PERCENT($share) } de la collection, et il en faut { PERCENT($least) } pour parler de l'ensemble ; la réussite sans seuil est de { NUM($reussite, digits: 3) } (p { PVALUE($plain) }) ; au meilleur seuil, p { PVALUE($p) }.
audit-none-scored = Indécis : aucun item sur { $items } n'a de score.
audit-none-scored-unknown = Indécis : aucun item sur { $items } n'a de score : { $unknown } { $unknown ->
    [one] a
   *[other] ont
 } des mots absents de ces effectifs. { $way }
audit-none-scored-unmet = Indécis : aucun item sur { $items } n'a de score : un candidat qui ne cooccurre jamais avec le mot spécial n'a pas de score ; il n'y a donc pas deux scores à comparer.
audit-way = Comptez un texte à vous : anaphor corpus index TEXTE -o mon.idx, puis --corpus mon.idx ; ou --stream TEXTE.
audit-power = Avec { $attested } { $attested ->
    [one] item
   *[other] items
 } dont les paires cooccurrent, le test décèle une fuite de { NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } d'exactitude parmi eux ({ NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } au-dessus du hasard sur ces items) avec { $power } au meilleur seuil, et { $plain } sans seuil (test unilatéral, jumeaux échangés ensemble).
audit-power-whole = Une fuite de { NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } de réussite sur l'ensemble des { $items } items, soit { NUM($among, digits: 0) } points d'exactitude parmi les items évalués, est décelée avec { $power }, et { $plain } sans seuil.
audit-power-whole-never = Une fuite de { NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } de réussite sur l'ensemble des { $items } items ne peut venir des seuls items évalués, fussent-ils tous justes.
audit-no-evidence = Indécis : { $attested ->
    [one] seul { $attested } item sur { $items } a
   *[other] seuls { $attested } items sur { $items } ont
 } des paires qui cooccurrent toutes dans le corpus, et un verdict, quel qu'il soit, en demande { $least_scored } ({ $scored } { $scored ->
    [one] item a
   *[other] items ont
 } un score) ; la réussite sans seuil est de { NUM($reussite, digits: 3) } (p { PVALUE($plain) }) ; au meilleur seuil, p { PVALUE($p) }.
audit-schemas = Schéma par schéma, { $leaks } sur { $schemas } { $leaks ->
    [one] livre sa réponse
   *[other] livrent leur réponse
 } (les effectifs résolvent toutes les moitiés), { $resists } { $resists ->
    [one] résiste
   *[other] résistent
 } (les effectifs manquent une moitié), et { $cannot_tell } { $cannot_tell ->
    [one] reste indécis
   *[other] restent indécis
 } : il faut dans les deux cas { $sentences } phrases et une avance de { NUM($bits, digits: 0) } bits, ou son absence, que le hasard n'explique pas.
audit-outcome-leaks = livre sa réponse
audit-outcome-resists = résiste
audit-outcome-cannot-tell = indécis
audit-power-none = Aucun item avec score n'a de paires qui cooccurrent toutes dans le corpus : le test ne pourrait déceler aucune fuite dans cette collection.
audit-probability = une probabilité de { NUM($value, digits: 2) }
audit-probability-small = une probabilité inférieure à 0,01
audit-probability-large = une probabilité de plus de 0,99
audit-probability-again = de { NUM($value, digits: 2) }
audit-probability-again-small = inférieure à 0,01
audit-probability-again-large = plus de 0,99
audit-without-names = Sans les items dont les candidats sont des noms propres : { $verdict } ({ $scored } { $scored ->
    [one] item
   *[other] items
 } sur { $items } { $scored ->
    [one] a
   *[other] ont
 } un score ; sans seuil, réussite { NUM($reussite, digits: 3) } et p { PVALUE($plain) } ; au meilleur seuil, p { PVALUE($p) }).
audit-verdict-leaks = livre ses réponses
audit-verdict-google-proof = résiste
audit-verdict-undecided = indécis
audit-unknown = { $unknown } { $unknown ->
    [one] item
   *[other] items
 } sur { $items } { $unknown ->
    [one] a
   *[other] ont
 } des mots absents de ces effectifs. { $way }
audit-refused = { $refused } { $refused ->
    [one] item
   *[other] items
 } sur { $items } { $refused ->
    [one] reste
   *[other] restent
 } sans score quel que soit le corpus : un mot de la paire est un mot grammatical (est, il, plus), ou aucune forme ne le distingue d'un autre mot ({ $named }).
audit-growth = { $unscored } { $unscored ->
    [one] item
   *[other] items
 } sur { $items } { $unscored ->
    [one] reste
   *[other] restent
 } sans score par simple comptage dans { $words } mots ({ $pairs } parce que deux mots ne cooccurrent jamais, { $absent } parce qu'un mot manque){ $needs }.
audit-growth-model = {" ;"} selon le modèle gamma-Poisson, { $needs }
audit-growth-need = il faudrait { $words } mots pour { NUM($share, digits: 0) } % des items
audit-growth-no-need = aucun corpus imaginable ne suffirait pour { NUM($share, digits: 0) } % des items
audit-growth-between = { $one } ; { $other }
audit-growth-whole = Toutes les paires cooccurrent dans le corpus (items : { $items }).
audit-no-shape = Indécis : aucun item sur { $items } n'a la forme que demande le test d'information mutuelle ; les autres raccourcis ont pu être essayés.
audit-size-words = { NUM($count) }
audit-size-million = { $digits ->
    [0] { NUM($count, digits: 0) }
   *[other] { NUM($count, digits: 1) }
 } { $count ->
    [one] million
   *[other] millions
 } de
audit-size-billion = { $digits ->
    [0] { NUM($count, digits: 0) }
   *[other] { NUM($count, digits: 1) }
 } { $count ->
    [one] milliard
   *[other] milliards
 } de

audit-shortcut-selectional-restriction = restriction de sélection
audit-shortcut-attestation = attestation
audit-shortcut-associative = mot spécial lié à un candidat
audit-shortcut-listed-first = premier de la liste
audit-shortcut-first-mention = premier mentionné
audit-shortcut-nearest-mention = mention la plus proche
audit-shortcut-longer-candidate = candidat plus long
audit-shortcut-frequent-candidate = candidat plus fréquent
audit-shortcut-prompt-overlap = mots communs avec la question
audit-shortcut-candidate-only = candidats seuls
audit-shortcut-cue-only = mot spécial seul
audit-shortcut-text-only = texte seul
audit-shortcut-exposure = présence dans le corpus
audit-shortcut-embeddings = plongements
audit-note-not-asked = aucun item ne s'y prête
audit-note-no-words = { $corpus } ne compte pas ces mots
audit-note-too-few = { $schemas } schémas ne suffisent pas à un apprentissage
audit-note-refitted = réappris sur { NUM($rows) } jeux de réponses, échangées par schéma
audit-note-no-text = { $corpus } ne montre aucune phrase : on ne peut y chercher de copies
audit-note-copies = items présents dans le corpus, presque mot pour mot
audit-note-associative = schémas associatifs : { $schemas }
audit-note-associative-beside = schémas associatifs : { $schemas } ; sur les { $theirs } items que la source dit associatifs, { $found } sont retrouvés, et { $others } autres s'y ajoutent
audit-note-no-models = aucun modèle linéaire ne départage les candidats
audit-note-filtered = items écartés (tours : { $rounds }) ; part moyenne de modèles justes { NUM($before, digits: 2) } ({ NUM($expected, digits: 2) } avec des réponses échangées), à la fin { NUM($after, digits: 2) }
audit-beyond-chance = Il y a un raccourci vers les réponses : le hasard n'explique pas { $named } ({ $tested } testés ensemble ; p corrigée pour tous).
audit-named-shortcut = { $title } { $right } / { $answered } (p { PVALUE($p) })
audit-contaminated = Contaminée : { NUM($copies) } { $copies ->
    [one] item
   *[other] items
 } sur { NUM($items) } { $copies ->
    [one] figure
   *[other] figurent
 } presque mot pour mot dans le corpus { $corpus } ; un système qui l'a lu peut connaître les réponses.
audit-evidence-attested = { $pairs } ; { $expected } attendus par hasard
audit-evidence-weight = poids { $weight }
audit-doubt-same-word = deux candidats ont le même mot, { $word }
audit-doubt-cues = les mots spéciaux diffèrent : { $cues }
audit-doubt-no-word = { $word } n'est pas un mot de { $candidate }
audit-doubt-other-word = { $word } n'est pas un mot de { $candidate } mais d'un autre candidat

audit-doubtful-language = Langue supposée : { $language } ; les mots ressemblent à { $looks } : écrivez --language { $looks }.
audit-counts-saved = { NUM($pairs) } { $pairs ->
    [one] paire est
   *[other] paires sont
 } dans { $path } ; le fichier ne contient que des chiffres, pas de texte.
audit-no-counts = Aucun comptage n'est écrit : aucun item n'a de paire à compter.
audit-figure-drawn = figure tracée dans { $path }
audit-no-figure = Aucune figure n'est tracée : aucun item n'a la forme du test.
audit-progress = audit de { $name }
audit-progress-counting = comptage de { $name }

audit-table-title = { $collection } dans { $corpus } ({ NUM($words) } mots), { $items } { $items ->
    [one] item
   *[other] items
 }
audit-table-title-without-names = sans les items dont les candidats sont des noms propres, { $items } { $items ->
    [one] item
   *[other] items
 }
audit-table-printed = Le tableau d'Amsili & Seminck (2017), dans ses termes
audit-solved = De simples statistiques résolvent { $solved } { $solved ->
    [one] schéma
   *[other] schémas
 } sur { $decided } { $decided ->
    [one] qui donne
   *[other] qui donnent
 } un choix pour chaque item (par hasard : { NUM($chance, digits: 1) }). À regarder :
audit-solved-unscored = La seule attestation, sans deux scores à comparer, résout { $solved } { $solved ->
    [one] schéma
   *[other] schémas
 } sur { $decided } : le bon candidat est le seul à cooccurrer avec le mot spécial (par hasard : { NUM($chance, digits: 1) }). À regarder :
audit-suspect = { $by } ; { $outcome }
audit-more = … et { $more } de plus ; --json les donne tous.
audit-labelled = { $label } : { $words }
audit-hints = À regarder : la table de paires fournie résoudrait { $schemas } { $schemas ->
    [one] schéma
   *[other] schémas
 } dont les mots sont absents des effectifs exacts (aucun taux n'en est tiré : docs/audit.md).
audit-hint-known = { $pair } (bonne réponse : { NUM($right, digits: 1) } bits ; mauvaise : { NUM($wrong, digits: 1) })
audit-hint-bounded = { $pair } (bonne réponse : { NUM($right, digits: 1) } bits ; mauvaise : { NUM($wrong, digits: 1) } au plus)
audit-hint-alone = { $pair } (bonne réponse : { NUM($right, digits: 1) } bits ; la mauvaise n'y cooccurre jamais)
audit-doubts = Paires fournies par la collection et douteuses ({ $doubts }) :
audit-unfit = Items sans la forme que demande le test ({ $unfit }) :
audit-no-lines = Ces effectifs ne gardent pas de texte : avec --corpus INDEX, les phrases correspondant à chaque chiffre sont montrées, pour que vous puissiez en juger.
audit-every-schema = Tous les schémas, jugés sur les effectifs de { $corpus }
audit-every-item = Tous les items et leurs scores
audit-changed-window = fenêtre
audit-changed-measure = mesure
audit-changed-half = moitié
audit-changed-without = sans
audit-into-sentence = phrase
audit-into-window = ±{ $words } mots
audit-into-half = { $number } : { $name }
audit-into-many = { $name } et { $others } autres
audit-word-threshold = seuil
audit-word-none = aucun
audit-word-items = items
audit-word-right = justes
audit-word-exactitude = exactitude
audit-word-couverture = couverture
audit-word-reussite = réussite
audit-word-interval = son intervalle (95 %)
audit-word-lead = avance
audit-word-schema = schéma
audit-word-how = par
audit-word-counts = comptages
audit-word-association = association
audit-word-attestation = attestation
audit-word-item = item
audit-word-pair = paire
audit-word-sentence = phrase
audit-word-source = source
audit-word-pairs = paires (la bonne est marquée *)
audit-word-shortcut = raccourci
audit-word-answered = avec réponse
audit-word-rate = taux
audit-word-outcome = verdict
audit-word-leads = avance du bon candidat, en bits (bornes à 95 %)
audit-word-adjusted = p corrigée
audit-word-remark = remarque
audit-word-changed = changement
audit-word-into = en
audit-word-words = mots
audit-figure-title = { $collection } : ce que l'association révèle sur { $words } mots
audit-figure-threshold = écart minimal pour répondre
audit-figure-rate = taux
audit-figure-chance = hasard
audit-figure-margin = marge
audit-figure-exactitude = exactitude
audit-figure-couverture = couverture
audit-figure-reussite = réussite
audit-figure-without-names = réussite sans les noms propres
audit-figure-items = items qui ont un score, une barre chacun
audit-figure-lead = avance du bon candidat
audit-figure-right = juste
audit-figure-wrong = faux
audit-line = { $name } : { $verdict } ; { $scored } items sur { $items } ont un score, réussite { NUM($reussite, digits: 3) }
audit-line-none = { $name } : aucun des { $items } items n'a la forme du test
audit-shortcut-no-choice = le raccourci { $name } a donné { $found } pour l'item { $item }
    .todo = Donnez l'indice d'un candidat (de 0 à { $most }), un score pour chaque candidat, ou None.
audit-shortcut-broke = le raccourci { $name } a échoué à l'item { $item } ({ $why })
    .todo = C'est une fonction d'une question qui donne l'indice d'un candidat, un score pour chacun, ou None.
audit-shortcut-no-function = un raccourci est une fonction d'une question, et non { $name }
audit-shortcut-twice = il y a déjà un raccourci du nom de { $name }
    .todo = Donnez un nom propre au vôtre : un dict de noms et de fonctions.
