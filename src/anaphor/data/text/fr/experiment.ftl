experiment-simulated = Participants simulés : personne n’a été interrogé.
experiment-simulated-some = { NUM($made_up) } des { NUM($people) } participants sont simulés : ces chiffres mêlent une répétition et de vraies personnes.
experiment-people-flow = { NUM($started) } { $started ->
    [one] a commencé
   *[other] ont commencé
 } ; { NUM($out) } { $out ->
    [one] écarté
   *[other] écartés
 } ({ $reasons }) ; { NUM($analysed) } { $analysed ->
    [one] analysé
   *[other] analysés
 }.
experiment-people-flow-all = { NUM($started) } { $started ->
    [one] a commencé et est analysé
   *[other] ont commencé, tous sont analysés
 }.
experiment-answers-flow = { NUM($kept) } de leurs { NUM($answers) } réponses aux items { $kept ->
    [one] est analysée
   *[other] sont analysées
 } ; écartées : { $reasons }.
experiment-answers-flow-all = Leurs { NUM($answers) } réponses aux items sont toutes analysées.
experiment-items-flow = { NUM($asked) } { $asked ->
    [one] item
   *[other] items
 } à poser : { NUM($high) } à 80 % et plus, { NUM($low) } en dessous de 80 %, { NUM($unanswered) } sans réponse analysée, { NUM($without_key) } sans clé.
experiment-adaptive = Davantage de personnes ont répondu aux items sur lesquels les réponses divergeaient. La moyenne des items est légèrement trop élevée et le nombre d'items sous 80 % en dépend : jugez chaque item d'après son propre intervalle.
experiment-mean = Un item est réussi par { $mean } des participants en moyenne ({ $ends } pour d’autres schémas), et un participant réussit { $people } de ses items ({ $people_ends } pour d’autres participants).
experiment-chance = { NUM($low) } { $low ->
    [one] item est
   *[other] items sont
 } en dessous de 80 % : le hasard en mettrait { $expected } si tous étaient également faciles, et { NUM($shrunken) } y { $shrunken ->
    [one] reste
   *[other] restent
 } après rétrécissement (shrinkage).
experiment-without = Sans { $low ->
    [one] lui
   *[other] eux
 } la moyenne serait de { $mean } ; c’est flatteur, car les mêmes réponses { $low ->
    [one] l’ont désigné
   *[other] les ont désignés
 }.
experiment-model = Modèle croisé : les participants diffèrent de { $people } et les items de { $items } (écarts types en logit) ; le participant moyen réussit l’item moyen à { $rate }.
experiment-side = Bonne réponse en première place plutôt qu’ailleurs : { $gap } { $points ->
    [one] point
   *[other] points
 } ({ $ends }), chez { NUM($people) } participants.
experiment-order = Seconde moitié de l’étude par rapport à la première : { $gap } { $points ->
    [one] point
   *[other] points
 } ({ $ends }), chez { NUM($people) } participants.
experiment-precise = Réponses par item : { NUM($answers) } (médiane) ; un item que tous réussissent est ainsi montré au-dessus de { NUM($bound, digits: 0) } %.
experiment-note = À noter : { $note }.
experiment-rules-withdrawn = { $count ->
    [one] rétracté
   *[other] rétractés
 }
experiment-rules-no-consent = sans consentement
experiment-rules-by-hand = { $count ->
    [one] exclu par l’organisateur
   *[other] exclus par l’organisateur
 }
experiment-rules-unfinished = { $count ->
    [one] inachevé
   *[other] inachevés
 }
experiment-rules-under-age = { $count ->
    [one] mineur
   *[other] mineurs
 }
experiment-rules-not-native = { $count ->
    [one] non natif
   *[other] non natifs
 }
experiment-rules-screened-out = { $count ->
    [one] écarté par une question
   *[other] écartés par une question
 }
experiment-rules-no-answers = sans réponse
experiment-rules-attention = { $count ->
    [one] échec
   *[other] échecs
 } aux essais d'attention
experiment-rules-control = { $count ->
    [one] échec
   *[other] échecs
 } aux essais de contrôle
experiment-rules-too-fast = { $count ->
    [one] trop rapide
   *[other] trop rapides
 }
experiment-reasons-again = { $count ->
    [one] seconde réponse
   *[other] secondes réponses
 } au même item
experiment-reasons-anticipation = en moins de 100 ms
experiment-reasons-slow = en plus de 6000 ms
experiment-reasons-away = page masquée
experiment-trials-anticipations = par défaut : ni anticipation ni page masquée
experiment-trials-paper1 = Amsili & Seminck (2017) : de 100 à 6000 ms
experiment-trials-none = toutes les réponses
experiment-classes-ambiguous = ambigu
experiment-classes-connective = tient à un connecteur
experiment-classes-unnatural = trop construit
experiment-classes-other = autre
experiment-classes-unclassed = pas encore classé
experiment-heads-rule = règle pour les essais
experiment-heads-answers = réponses
experiment-heads-mean = moyenne
experiment-heads-interval = intervalle
experiment-heads-low = items sous 80 %
experiment-heads-item = item
experiment-heads-text = phrase
experiment-heads-right = justes
experiment-heads-rate = taux
experiment-heads-wilson = Wilson
experiment-heads-jeffreys = Jeffreys
experiment-heads-shrunken = estimation rétrécie
experiment-heads-chosen = choisis
experiment-heads-key = bonne réponse
experiment-heads-median-ms = médiane ms
experiment-heads-comments = remarques
experiment-heads-class = classe
experiment-heads-person = participant
experiment-heads-list = liste
experiment-heads-left-out = écarté
experiment-heads-people = personnes
experiment-heads-count = effectif
experiment-heads-step = étape
experiment-heads-started = personnes qui ont commencé
experiment-heads-kept = réponses analysées
experiment-heads-from = de
experiment-heads-to = à
experiment-report-title = Ce qu’ont répondu les participants : { $study }
experiment-report-page = Étude sur { $study }
experiment-report-flow = De ceux qui ont commencé à ce qui est analysé
experiment-report-rules = La même étude selon chaque règle pour les essais, toutes déclarées à l’avance
experiment-report-low = Items en dessous de 80 %, à classer par leur auteur
experiment-report-low-cards = Les items sous 80 %, avec leurs phrases et les remarques des personnes
experiment-report-no-low = Aucun item n’est en dessous de 80 %.
experiment-report-all = Tous les items, avec leurs intervalles
experiment-report-everybody = Tous ceux qui ont commencé
experiment-report-people = participants analysés
experiment-report-answers = réponses
experiment-report-mean = de bonnes réponses en moyenne
experiment-report-low-items = items sous 80 %
experiment-report-agreement = Accord des mêmes réponses
experiment-report-coefficient = coefficient
experiment-report-value = valeur
experiment-figure-items = Items selon la part des participants qui les réussissent
experiment-figure-rate = taux de réussite
experiment-figure-number = nombre d’items
experiment-figure-observed = observé
experiment-figure-equal = si tous étaient également faciles
experiment-figure-shrunken = estimation rétrécie (shrinkage)
experiment-figure-bound = 80 %
experiment-figure-times = Temps de réaction, réponses justes et fausses
experiment-figure-time = secondes (échelle logarithmique)
experiment-figure-share = réponses
experiment-figure-right = justes
experiment-figure-wrong = fausses
experiment-figure-window = fenêtre d’Amsili & Seminck (2017), 100–6000 ms
experiment-figure-flow = Parcours des participants et des réponses
experiment-figure-started = { NUM($count) } { $count ->
    [one] personne a commencé
   *[other] personnes ont commencé
 }
experiment-figure-analysed = { NUM($people) } { $people ->
        [one] personne analysée
       *[other] personnes analysées
     },
    { NUM($count) } { $count ->
        [one] réponse
       *[other] réponses
     } aux items
experiment-figure-kept = { NUM($count) } { $count ->
    [one] réponse analysée
   *[other] réponses analysées
 }
experiment-figure-left-out = mis à part : { NUM($count) }
experiment-people-flow-none = { NUM($started) } { $started ->
    [one] a commencé
   *[other] ont commencé
 } ; { $started ->
    [one] est écarté
   *[other] tous sont écartés
 } ({ $reasons }), personne n’est analysé.
experiment-not-started = Personne n’a encore commencé.
experiment-answers-flow-none = Aucune de leurs { NUM($answers) } réponses aux items n’est analysée ; écartées : { $reasons }.
experiment-items-flow-none = { NUM($asked) } { $asked ->
    [one] item
   *[other] items
 } à poser, aucune réponse analysée.
experiment-no-key = Aucun item avec réponse n’a de clé : personne ne peut avoir juste ou faux.
experiment-chance-alone = { NUM($low) } { $low ->
    [one] item est
   *[other] items sont
 } en dessous de 80 % : le hasard en mettrait { $expected } si tous étaient également faciles.
experiment-notes-unanswered = { NUM($count) } { $count ->
    [one] question est restée
   *[other] questions sont restées
 } sans réponse
experiment-notes-rejected = { NUM($count) } { $count ->
    [one] participation refusée a été écartée
   *[other] participations refusées ont été écartées
 }
experiment-notes-assignment-times = les temps ne sont connus que par participation : aucune réponse n’a de temps de réaction
experiment-notes-no-answer = { NUM($count) } { $count ->
    [one] essai
   *[other] essais
 } sans réponse, comme les consignes, { $count ->
    [one] a été écarté
   *[other] ont été écartés
 }
experiment-notes-came-back = { NUM($count) } { $count ->
        [one] session est d'une personne déjà venue
       *[other] sessions sont de personnes déjà venues
    } (le même PROLIFIC_PID) : seule la première session de chacune est lue
experiment-notes-other-design = les réponses disent qu'un autre plan que celui-ci ({ $design }) a été utilisé : les essais ont été retrouvés par leurs identifiants, et leurs textes ont pu changer
experiment-notes-no-survey = survey.txt manque : ni textes ni candidats ne sont connus
experiment-notes-unmatched = { NUM($count) } des { NUM($all) } items { $count ->
    [one] n’est
   *[other] ne sont
 } pas dans la collection
experiment-notes-by-order = { NUM($count) } { $count ->
    [one] item a
   *[other] items ont
 } d’autres candidats dans la collection : les choix ont été rapprochés par leur ordre
experiment-notes-only-right = { NUM($count) } { $count ->
    [one] item n’est connu
   *[other] items ne sont connus
 } que par juste ou faux
experiment-notes-lost = { NUM($count) } { $count ->
    [one] réponse n’est
   *[other] réponses ne sont
 } aucun des candidats
experiment-notes-impossible-times = { NUM($count) } { $count ->
    [one] durée est négative ou dépasse
   *[other] durées sont négatives ou dépassent
 } une semaine : les réponses comptent, ces durées sont considérées comme manquantes
experiment-notes-again = { NUM($count) } { $count ->
    [one] réponse vient
   *[other] réponses viennent
 } de personnes qui avaient déjà répondu au même item : seule la première compte
experiment-notes-doubtful-times = la moitié des temps de { $column } sont inférieurs à { NUM($median) }, ce que personne ne peut faire en millisecondes, et aucun temps n’a donc été lu : si ce sont des logarithmes, importez à nouveau avec --column rt_log={ $column } (en Python columns=dict(rt_log="{ $column }")), si ce sont des secondes avec rt_s, si ce sont bien des millisecondes avec rt_ms

experiment-codebook-title = Dictionnaire des données de l’étude { $study }
experiment-codebook-people = Autres colonnes de `people.csv` (une ligne par participant ; les questions propres à l'étude y sont des colonnes à leur nom) et de `trials.csv` (une par essai)
experiment-codebook-lines = Une ligne par réponse. `people.csv` a une ligne par participant, `trials.csv` une par essai ; `manifest.json` donne l’empreinte de chaque fichier.
experiment-codebook-column = colonne
experiment-codebook-meaning = signification
experiment-codebook-kind = type d’essai
experiment-codebook-number = essais
experiment-codebook-answers = réponses possibles
experiment-codebook-rules = Règles d’exclusion, déclarées à l’avance
experiment-codebook-rule = règle
experiment-codebook-value = valeur
experiment-codebook-columns-study = Nom de l’étude.
experiment-codebook-columns-participant = Pseudonyme du participant ; le même dans chaque fichier de cet export (dans `answer-records.jsonl`, `simulated-` précède ceux des participants simulés).
experiment-codebook-columns-item-set = Schéma ou problème auquel appartient l'item ; un participant voit un item de chacun.
experiment-codebook-columns-condition = Condition que la collection nomme pour l'item ; vide si elle n'en nomme pas.
experiment-codebook-columns-chosen = Indice du candidat choisi dans l'ordre de la collection, à partir de 0 ; vide : pas de réponse.
experiment-codebook-columns-chosen-text = Ce qui a été choisi, en toutes lettres.
experiment-codebook-columns-excluded-by = Règle qui écarte le participant, ou cette réponse, de l'analyse (comme le fait `experiment analyse` d'office) ; vide : elle compte.
experiment-codebook-columns-answered-at = Moment où la réponse est arrivée au serveur : ISO 8601, UTC.
experiment-codebook-columns-started-at = Moment où le participant a accepté de participer : ISO 8601, UTC.
experiment-codebook-columns-finished-at = Moment où le participant a terminé ; vide : pas encore.
experiment-codebook-columns-finished = 1 si le participant a terminé, sinon 0.
experiment-codebook-columns-withdrawn = 1 si le participant s'est retiré : ses réponses sont effacées.
experiment-codebook-columns-consented = 1 si le participant a accepté de participer, sinon 0.
experiment-codebook-columns-adult = 1 si le participant dit avoir 18 ans ou plus, 0 sinon, vide si la question n'a pas été posée.
experiment-codebook-columns-native = 1 si le participant dit être de langue maternelle, 0 sinon, vide si la question n'a pas été posée.
experiment-codebook-columns-restarts = Combien de fois le participant est revenu et a recommencé.
experiment-codebook-columns-reason = Pourquoi l'organisateur a écarté le participant à la main.
experiment-codebook-columns-lists = Listes où figure l'item, à partir de 1.
experiment-codebook-columns-text = Ce qui a été lu.
experiment-codebook-columns-prompt = Ce qui a été demandé.
experiment-codebook-columns-candidates = Les réponses possibles en liste JSON, dans l'ordre de leurs indices.
experiment-codebook-columns-scale = 1 si les réponses sont les degrés d'une échelle, montrés à tous dans leur ordre.
experiment-codebook-columns-list = Liste du participant, à partir de 1.
experiment-codebook-columns-position = Rang de l’essai dans l’étude, à partir de 1.
experiment-codebook-columns-trial = Identifiant de l’essai.
experiment-codebook-columns-kind = item, practice (entraînement), filler (distracteur), attention ou control (contrôle) ; seuls les items sont analysés.
experiment-codebook-columns-item = Identifiant de la question dans la collection.
experiment-codebook-columns-key = Numéro du bon candidat ; vide s’il n’y en a pas.
experiment-codebook-columns-right = 1 juste, 0 faux, vide s’il n’y a pas de clé ou pas de réponse.
experiment-codebook-columns-side = Place à l’écran de ce qui a été choisi, à partir de 0 (à gauche ou en haut).
experiment-codebook-columns-key-side = Place à l’écran du bon candidat, à partir de 0 ; vide s’il n’y en a pas.
experiment-codebook-columns-rt-ms = Millisecondes entre la première image qui montre l’essai et l’horodatage propre de la réponse.
experiment-codebook-columns-onset-ms = Moment où l’essai était à l’écran, en millisecondes sur l’horloge de la page.
experiment-codebook-columns-response-ms = Moment de la réponse, en millisecondes sur la même horloge.
experiment-codebook-columns-frame-ms = Millisecondes entre deux images de l’écran du participant : le grain des durées.
experiment-codebook-columns-hidden-ms = Millisecondes pendant lesquelles la page était masquée alors que l’essai était affiché.
experiment-codebook-columns-focus-losses = Nombre de fois où la page a perdu le focus pendant l’essai.
experiment-codebook-columns-repeated-key = 1 si une touche de réponse était restée enfoncée depuis l’essai précédent (ce qui ne vaut pas réponse), sinon 0.
experiment-codebook-columns-device = key (clavier), mouse (souris), touch (doigt) ou pen (stylet).
experiment-codebook-columns-comment = Remarque du participant.
experiment-codebook-columns-simulated = 1 pour un participant simulé d’une répétition, 0 pour une personne.
experiment-codebook-kinds-item = Un item de la collection : l’objet de l’étude.
experiment-codebook-kinds-practice = Avant l’étude, avec correction ; jamais analysé.
experiment-codebook-kinds-filler = Masque la régularité des items ; jamais analysé.
experiment-codebook-kinds-attention = Dit lui-même quelle réponse donner ; trop d’échecs excluent.
experiment-codebook-kinds-control = Si facile qu’un échec trahit une réponse au hasard.

experiment-after = { $name } : { $said }
experiment-percent = { NUM($share, digits: 0) } %
experiment-sheet-written = { $count ->
    [one] { $count } item est
   *[other] { $count } items sont
 } dans { $path } : remplissez la colonne class.
experiment-figure-drawn = La figure est dans { $path }.
experiment-never-shown = { $count } items ne sont jamais montrés ({ $names }) : il y a moins de listes qu'un schéma n'a d'items, ou rien à choisir.
experiment-report-conditions = Conditions nommées : moyenne sur les personnes avec son intervalle à 95 %, et écart à la première chez les mêmes personnes
experiment-measures-right = juste (%)
experiment-measures-step = degré de l'échelle
experiment-heads-condition = condition
experiment-heads-measure = mesure
experiment-heads-items = items
experiment-heads-difference = écart
experiment-payments-written = Ce fichier dit qui sont les participants : gardez-le à part des réponses, et effacez-le une fois tout le monde payé.
experiment-in-order = { $count ->
    [one] Un essai montre ses réponses
   *[other] { NUM($count) } essais montrent leurs réponses
 } dans un ordre fixe, comme les degrés d'une échelle ({ $steps }), et les chiffres en sont les touches. Si ce n'est pas une échelle, dites scale: no dans la collection, ou --no-scale (scale=False en Python).
experiment-rehearse-it = Pour une répétition : anaphor experiment simulate { $design } --participants { $participants } --seed 1 --database rehearsal.db
experiment-analyse-rehearsal = Pour l'analyser : anaphor experiment analyse { $design } --database { $database }
experiment-analyse-it = Pour l'analyser : anaphor experiment analyse { $study }
experiment-rehearsal-lost = Les réponses ne sont pas conservées ; pour les analyser, répétez avec --database rehearsal.db.
experiment-plan-answers = réponses par item
experiment-plan-participants = participants
experiment-plan-above = si toutes sont justes : au-dessus de
experiment-plan-half-width = demi-largeur à { $rate }
experiment-plan-by-chance = sous 80 % par hasard
experiment-plan-width = Pour connaître le taux d'un item à { $wanted } près : { $answers } réponses par item, { $participants } participants.
experiment-plan-bound = Pour montrer qu'un item que tous réussissent est au-dessus de { $wanted } : { $answers } réponses par item, { $participants } participants.
experiment-status = { $name } : { $counted } sur { $quota } ont fini, { $answers } réponses.
experiment-status-paused = { $name } : { $counted } sur { $quota } ont fini, { $answers } réponses, en pause.
experiment-status-list = liste
experiment-status-finished = finis
experiment-status-live = en cours
experiment-besides = En outre : { $others }.
experiment-besides-excluded = { $count } exclus
experiment-besides-withdrawn = { $count } rétractés
experiment-besides-screened-out = { $count } non retenus
experiment-besides-declined = { $count } refus
experiment-besides-conflicts = { $count } réponses contradictoires
experiment-export-file = fichier
experiment-export-bytes = octets
experiment-export-sha256 = sha256
experiment-link = lien
experiment-passes = Admis : comptent les réponses { $whose }, { $declared }.
experiment-fails = Non admis : comptent les réponses { $whose }, { $declared }.
experiment-counting-first-3 = des trois premières personnes valables
experiment-counting-all = de toutes les personnes valables
experiment-counting-declared = comme déclaré à l'avance
experiment-counting-undeclared = ce qui n'était pas déclaré à l'avance
experiment-questions-right = { $by_all } des { $questions } questions ont reçu une réponse juste de tous, { $doubtful } de la moitié ou plus, { $failed } de moins.
experiment-too-few = { $count } des { $questions } questions ont été posées à moins de { $least } personnes
experiment-few-by-all = { $count } des { $questions } questions ont reçu une réponse juste de tous, soit moins de 90 %
experiment-failed = { $count } des { $questions } questions ont reçu une réponse juste de moins de la moitié
experiment-largest-passing = Le plus grand ensemble admis a { $count } questions.
experiment-agreement-taken-as = accord pris comme
experiment-agreement-value = valeur
experiment-agreement-threshold = seuil
experiment-agreement-needed = justes sur { $questions }
experiment-agreement-accuracy = exactitude
experiment-agreement-pairwise = par paires
experiment-agreement-unanimous = unanime
experiment-panel-people = personnes par question
experiment-panel-drawn = admis, tirées parmi elles
experiment-panel-fresh = admis, nouvelles personnes (prédiction)
experiment-served = L'étude est à { $root }/s/{ $name }
    Le bureau est à { $root }/desk
experiment-served-here = Ici, elle est servie à { $local }/s/{ $name } ; un proxy doit y mener.
experiment-no-organiser = Personne ne peut encore se connecter au bureau ; créez un compte avec : anaphor account add NOM
experiment-stop = Arrêtez avec Ctrl-C : tout ce qui a été confirmé est sur le disque.
experiment-begins = Les réponses vont dans { $place } ; personne n'a encore commencé.
experiment-goes-on = L'étude continue dans { $place } : { $started } ont commencé, { $answers } réponses y sont.
experiment-is-rehearsal = { $count } d'entre eux sont simulés et prennent la place de personnes : c'est une répétition. Pour l'étude elle-même, nommez un nouveau fichier avec --database.
experiment-refused-full = l'étude a tous les participants qu'il lui faut
experiment-refused-paused = l'étude est en pause
experiment-refused-blocked = cette étude ne peut être commencée qu'une fois
experiment-refused-expired = trop de temps s'est écoulé depuis votre début
experiment-refused-withdrawn = vous vous êtes retiré de cette étude
experiment-refused-not-invited = ce lien n'est pas valable
experiment-refused-unknown-token = personne n'est connu par ce jeton
experiment-refused-unknown-trial = cet essai n'est pas montré à ce participant
experiment-refused-bad-choice = l'essai n'a pas cette réponse
experiment-refused-no-consent = le consentement n'a pas été donné
experiment-refused-screened-out = l'étude cherche d'autres participants

experiment-workers = plusieurs processus ne peuvent partager un fichier SQLite sans s'attendre les uns les autres
    .todo = Servez avec un seul processus, ou donnez --database postgresql://…
experiment-bad-address = « { $address } » n'est pas une adresse
    .todo = Écrivez --public-url https://…
experiment-bad-base = « { $base } » ne peut être un chemin
    .todo = Utilisez des lettres, chiffres, tirets et barres obliques.
experiment-bad-condition = --where { $condition } n'est pas une condition
    .todo = Écrivez --where COLONNE=VALEUR.
experiment-no-answers-in = il n'y a pas de réponses dans { $path }
    .todo = Servez d'abord l'étude, ou nommez sa --database.
experiment-holds-answers = { $path } contient lui-même ses réponses
    .todo = Omettez --database.
experiment-took-part = { $count } personnes ont participé à l'étude dans { $database }, qui a un autre plan
    .todo = Nommez un autre fichier que { $path }.
experiment-simulated-took-part = { $count } participants simulés ont participé à l'étude dans { $database }, qui a un autre plan
    .todo = Nommez un autre fichier que { $path }, ou supprimez { $database }.
experiment-design-there = { $path } existe déjà et n'est pas ce plan
    .todo = Nommez un autre fichier, ou employez --force si personne n'y a répondu.
experiment-rehearsal-there = { $path } existe déjà
    .todo = Répétez dans un nouveau fichier.
experiment-counting-open = il n'a pas été fixé à l'avance de qui comptent les réponses
    .todo = Dites-le : --count first-3 ou --count all.

experiment-bad-item-flow = le décompte des items ne tombe pas juste
experiment-sheet-no-column = la feuille n'a pas de colonne « { $missing } »
    .todo = Remplissez la feuille qu'écrit l'analyse de l'étude.
experiment-unknown-difficulty = « { $said } » n'est pas une classe de difficulté
    .todo = Écrivez { $names }.
experiment-no-votes = personne n'a répondu à aucune question
experiment-unequal-lengths = personnes, items et réponses doivent être en nombre égal
experiment-nothing-varies = toutes les réponses sont justes, ou toutes sont fausses : rien ne varie qu'un modèle puisse expliquer
experiment-bad-rate-or-width = un taux et une demi-largeur sont entre 0 et 1, et il y a au moins une liste
experiment-bad-bound = une borne est entre 0 et 1, et il y a au moins une liste
experiment-too-precise = aucune étude n'est assez grande pour cela
    .todo = Demandez moins de précision.
experiment-bad-people-flow = le décompte des participants ne tombe pas juste
experiment-bad-answer-flow = le décompte des réponses ne tombe pas juste
experiment-no-questions = il n'y a aucune question à juger
experiment-no-pair-of-votes = aucune question n'a reçu de réponse de deux personnes
    .todo = Interrogez plus de personnes.
experiment-other-design-version = c'est la version { $version } du format
    .todo = Cet anaphor connaît la version { $known }.
experiment-bad-study-name = « { $name } » ne peut faire partie d'un lien
    .todo = Nommez l'étude avec des lettres, chiffres, points, tirets et soulignés.
experiment-repeated-trial = deux essais du plan ont le même identifiant
experiment-empty-list = un plan a besoin d'au moins une liste avec des items
experiment-bad-quota = quota, bloc et bail vont de 1 à { $largest }
experiment-bad-return-time = return_within_s va de 0 à { $largest }
experiment-unknown-page-language = la page n'existe pas dans la langue « { $interface } »
    .todo = Écrivez fr ou en.
experiment-bad-date = « { $retention } » n'est pas une date
    .todo = Écrivez-la comme 2027-12-31.
experiment-unlisted-item = l'item { $unseen } n'est dans aucune liste
    .todo = Mettez-le dans une liste, ou retirez-le.
experiment-unknown-trial-in-list = la liste { $number } nomme un essai qui n'existe pas : « { $unknown } »
experiment-list-beyond-items = la liste { $number } contient des essais qui ne sont pas des items
experiment-list-with-twins = la liste { $number } contient deux items d'un même schéma
    .todo = Un participant n'en voit qu'un.
experiment-trial-without-choice = l'essai { $id } a moins de deux réponses à choisir
experiment-trial-empty = essai { $id } : son identifiant, son texte ou une de ses réponses est vide
experiment-trial-repeats-answer = l'essai { $id } montre deux fois la même réponse
experiment-trial-bad-key = essai { $id } : sa clé n'est aucune de ses réponses
experiment-trial-without-key = essai { $id } : un essai { $kind } a besoin d'une clé
experiment-trial-bad-schema = essai { $id } : les items, et eux seuls, appartiennent à un schéma
experiment-bad-redirect = « { $redirect } » n'est pas une adresse où aller à la fin
    .todo = Écrivez https://…
experiment-bad-question-id = « { $id } » ne peut pas être l'identifiant d'une question sur le participant
    .todo = Commencez par une lettre, n'employez que lettres, chiffres et _, et aucune des colonnes que people.csv a déjà.
experiment-bad-question = la question { $id } ne demande rien à quoi l'on puisse répondre
    .todo = Donnez-lui un texte, et deux options ou plus, ou des limites (least, most), ou ni les unes ni les autres pour une réponse libre.
experiment-bad-accept = la question { $id } accepte une réponse qui n'est pas parmi ses options
experiment-repeated-question = deux questions sur le participant ont le même identifiant
    .todo = Donnez à chacune le sien.
experiment-bad-comprehension = la question « { $text } » sur les consignes n'a pas de choix, ou pas de bonne réponse
    .todo = Donnez deux candidats différents ou plus, et key, le numéro du bon à partir de 0.
experiment-bad-exclusion = les règles d'exclusion contiennent un nombre impossible
experiment-bad-words = ce n'est pas un fichier de textes et d'essais ({ $why })
experiment-no-toml = ce n'est pas du TOML ({ $why })
experiment-no-such-design = ce fichier n'existe pas
    .todo = Faites un plan avec : anaphor experiment new COLLECTION -o design.json ; en Python, anaphor.experiment.new(collection).
experiment-no-design = ce n'est pas le plan d'une étude ({ $why })
    .todo = Faites-en un avec : anaphor experiment new
experiment-no-room = des listes de { $trials } essais ne laissent pas de place aux items : l'entraînement et les contrôles en prennent { $others }
    .todo = Donnez plus d'essais, ou renoncez aux essais supplémentaires.
experiment-bad-list-count = une étude ne peut avoir { $lists } listes
    .todo = Donnez 1 ou plus.
experiment-nothing-to-ask = la collection { $name } n'a aucun item à poser
experiment-trial-name-taken = un item de la collection s'appelle « { $clash } » comme un essai d'un autre type
    .todo = Renommez-le, ou omettez les essais ajoutés : --no-extras.
experiment-unknown-export = une étude ne peut être exportée en « { $unknown } »
    .todo = Formats connus : { $names }.
experiment-no-folder-made = le dossier ne peut être créé ({ $why })
experiment-unknown-trial-kind = « { $text } » n'est pas un type d'essai
    .todo = Types connus : { $names }.
experiment-unknown-column = aucune colonne ne s'appelle « { $column } »
    .todo = Il y a { $names }.
experiment-unclear-columns = on ne sait laquelle des colonnes { $shown } est { $ours }
    .todo = Dites-le : --column { $ours }=NOM, ou en Python columns=dict({ $ours }="NOM").
experiment-bad-log-time = { NUM($value, as: "g") } n'est pas un logarithme de millisecondes
experiment-empty-table = ce tableau n'a aucune ligne
experiment-json-broken = le JSON est défectueux
experiment-no-such-file = ce fichier n'existe pas
experiment-is-folder = c'est un dossier
    .todo = Nommez un fichier de ce dossier.
experiment-file-empty = le fichier est vide
experiment-no-answer-in-file = ce fichier ne contient aucune réponse
experiment-no-item-matches = aucun des { NUM($every) } items de ce fichier n'est dans la collection
    .todo = Nommez la collection qui a été posée, ou ne nommez aucune collection.
experiment-jspsych-no-answer = aucun essai n'a de réponse et ne dit ce qui a été demandé
    .todo = Dites où c'est : --column item=NOM, ou en Python columns=dict(item="NOM").
experiment-jspsych-no-list = les données de jsPsych sont une liste d'essais
experiment-json-deep = le JSON est trop imbriqué
experiment-mturk-columns = un lot de Mechanical Turk a les colonnes { $names }
experiment-mturk-all-rejected = toutes les participations de ce lot ont été refusées
experiment-mturk-unknown-column = un lot n'a pas de colonne « { $strange } »
    .todo = Colonnes connues : { $names }.
experiment-mturk-unclear = on ne sait quelles colonnes de ce lot sont les questions et les réponses
    .todo = Dites-le : --column 'text=Input.schema_*' --column 'choice=Answer.c*', ou en Python columns=dict(text="Input.schema_*", choice="Answer.c*").
experiment-mturk-no-candidates = aucune colonne ne s'appelle « { $columns } »
experiment-mturk-no-group = aucune colonne ne s'appelle « { $columns } »
    .todo = Écrivez le numéro par une étoile : Answer.c*.
experiment-pcibex-no-results = ce n'est pas un fichier de résultats de PCIbex
    .todo = Téléchargez `results` tel quel, avec ses commentaires.
experiment-pcibex-no-answer = aucune réponse n'est enregistrée dans ce fichier
    .todo = Un élément doit être enregistré : newSelector(…).log() ou newKey(…).log().
experiment-pcibex-bad-line = cette ligne ne peut être lue
experiment-psytoolkit-no-columns = les fichiers de PsyToolkit n'ont pas de colonnes à choisir
    .todo = Omettez les colonnes et les conditions (where).
experiment-psytoolkit-nothing = il n'y a ici ni session (s.*.txt) ni data.csv
    .todo = Nommez le dossier où les données de PsyToolkit ont été décompressées.
experiment-psytoolkit-no-name = une session n'a pas de nom
experiment-neither-yes-nor-no = « { $text } » n'est ni oui ni non
    .todo = Écrivez 1 ou 0, ou correct ou incorrect.
experiment-no-number = « { $text } » n'est pas un nombre
experiment-no-whole-number = { NUM($value, as: "g") } n'est pas un nombre entier
experiment-no-row-left = il ne reste aucune ligne à lire
    .todo = Vérifiez les conditions (where).
experiment-bad-account-name = un compte ne peut s'appeler « { $name } »
    .todo = Utilisez au plus 64 lettres, chiffres, points, tirets, soulignés, @.
experiment-short-password = un mot de passe a { $least } caractères ou plus
experiment-account-there = le compte { $name } existe déjà
    .todo = Supprimez-le : anaphor account remove { $name }
experiment-no-invitation = ce lien a déjà servi, ou est trop ancien
experiment-nobody-invited = aucun compte n'a l'adresse { $email }
    .todo = Demandez une invitation à un propriétaire de ce site.
experiment-no-account = il n'y a pas de compte { $name }
experiment-last-owner = { $name } est seul·e propriétaire
    .todo = Nommez d'abord quelqu'un d'autre propriétaire.
experiment-key-days = une clé est valable de 1 à { $most } jours
experiment-no-such-api-key = { $name } n'a pas de clé { $number }
experiment-bad-participant-count = une étude ne peut vouloir { $quota } participants
    .todo = Donnez 1 ou plus.
experiment-unknown-participant = il n'y a pas de participant { $participant }
experiment-unknown-unfinished = il n'y a pas de participant inachevé { $participant }
experiment-another-design = l'étude continue avec un autre plan
    .todo = Servez-la de nouveau, avec le sien.
experiment-no-invitations = cette étude n'est pas réservée aux invités
    .todo = Faites son plan avec le recruteur tokens.
experiment-bad-invitation-count = { $count } personnes ne peuvent être invitées à la fois
    .todo = Donnez un nombre de 1 à 100000.
experiment-already-started = des participants ont déjà commencé cette étude
    .todo = Répétez dans un autre fichier.
experiment-bad-rehearsal-count = une étude ne peut être répétée avec { $finishing } participants
    .todo = Donnez 1 ou plus.
experiment-bad-dropout = une part de { NUM($dropout, as: "g") } ne peut abandonner
    .todo = Donnez une part d'abandons de 0 ou plus, inférieure à 1 : il faut que quelqu'un reste.
experiment-bad-accuracy = une part de { NUM($accuracy, as: "g") } des réponses ne peut être juste
    .todo = Donnez une exactitude entre 0 et 1, bornes exclues.
experiment-bad-careless = une part de { NUM($careless, as: "g") } ne peut être inattentive
    .todo = Donnez une part de 0 à 1.
experiment-bad-spread = une dispersion n'est pas négative
experiment-no-place-for-copy = la copie ne peut être faite ici
    .todo = Nommez un fichier.
experiment-copy-onto-itself = une étude ne peut être copiée sur elle-même
    .todo = Nommez un autre fichier.
experiment-file-there = { $path } existe déjà
    .todo = Restaurez dans un nouveau fichier.
experiment-copy-not-written = la copie n'a pu être écrite ({ $why })
experiment-copy-changed = la copie n'est plus telle qu'elle a été écrite : ses lignes n'ont pas l'empreinte indiquée dans { $sums }
    .todo = Prenez une autre copie. Si celle-ci a servi ou a été modifiée à dessein, supprimez { $sums }.
experiment-answer-astray = la réponse de { $person } à l'essai { $trial } ne répond à rien de ce qui lui a été montré : le fichier a été endommagé, ou modifié à la main
    .todo = Restaurez la dernière copie avec `anaphor experiment restore`.
experiment-answer-changed = la réponse de { $person } à l'essai { $trial } n'est pas celle qui a été enregistrée : le fichier a été endommagé, ou modifié à la main
    .todo = Restaurez la dernière copie avec `anaphor experiment restore`. Si la modification est voulue, supprimez sa somme de contrôle : { $statement }
experiment-answer-damaged = ce qui est conservé de la réponse de { $person } à l'essai { $trial } ne peut pas être lu : le fichier a été endommagé, ou modifié à la main
    .todo = Restaurez la dernière copie avec `anaphor experiment restore`.
experiment-person-damaged = ce qui est conservé de { $person } ne peut pas être lu : le fichier a été endommagé, ou modifié à la main
    .todo = Restaurez la dernière copie avec `anaphor experiment restore`.
experiment-copy-not-whole = la copie n'est pas entière ({ $said })
experiment-database-taken = la base contient déjà une étude
    .todo = Restaurez dans une base vide.
experiment-repeated-person = deux personnes de l'étude ont le même nom
experiment-stranger = il y a des réponses de « { $stranger } », qui n'est pas parmi les personnes de l'étude
experiment-other-study-version = c'est { $format } version { $version }, et non { $wanted } version { $known }
    .todo = Faites un tel fichier avec `anaphor experiment import` ou `anaphor experiment export --to study`.
experiment-study-changed = l'étude n'est plus telle qu'elle a été écrite : des lignes ont été modifiées, ou manquent
    .todo = Écrivez-la de nouveau, ou reprenez-en une copie. Si elle a été modifiée à dessein, supprimez la dernière ligne, et « summed » de la première.
experiment-bad-study-line = ce n'est pas une ligne d'une étude ({ $why })
    .todo = Faites un tel fichier avec `anaphor experiment import` ou `anaphor experiment export --to study`.
experiment-make-a-study = Faites un tel fichier avec `anaphor experiment import` ou `anaphor experiment export --to study`.
experiment-unknown-note = la note { $code } n'est pas connue
experiment-no-place-for-study = une étude ne peut être conservée ici
    .todo = Nommez un fichier.
experiment-no-study-in = il n'y a pas d'étude dans { $place }
    .todo = Commencez-en une avec : anaphor experiment serve DESIGN
experiment-lone-journal = le journal { $path }-wal est là, mais pas l'étude à laquelle il appartient
    .todo = Remettez le fichier à côté de son journal : les dernières réponses y sont.
experiment-no-regular-file = ce n'est pas un fichier ordinaire
    .todo = Nommez-en un autre.
experiment-design-changed = le plan a changé depuis que le premier participant de { $name } a commencé
    .todo = Servez l'ancien plan, ou commencez une nouvelle étude dans un autre fichier.
experiment-no-database = ce n'est pas la base d'une étude
    .todo = Nommez-en une autre.
experiment-empty-database = la base { $place } ne contient pas d'étude
    .todo = Donnez son plan.
experiment-study-moved = le fichier de l'étude a été déplacé ou remplacé pendant qu'elle est servie
    .todo = Remettez-le où il était, avec tout ce qui est à côté ; rien n'est confirmé d'ici là.
    .public = le fichier de l'étude a été déplacé ou remplacé, et rien ne peut être enregistré pour l'instant
experiment-no-file-made = aucun fichier ne peut être créé ici ({ $why })
    .todo = Nommez-en un autre.
experiment-cannot-serve = l'étude ne peut être servie ici ({ $why })
experiment-already-served = un autre serveur travaille sur cette étude
    .todo = Arrêtez-le d'abord, ou utilisez PostgreSQL pour plusieurs.

experiment-help = Interroger des personnes sur le web, sans rien perdre.
experiment-help-new = Faire le plan d'une étude.

    Chaque participant voit un item de chaque schéma.
    .source = Une collection.
    .output = Fichier du plan.
    .lists = Nombre de listes.
    .quota = Participants voulus en tout.
    .seed = Graine de tous les ordres.
    .block = Essais entre deux pauses.
    .trials = Nombre maximal d'essais par personne, entraînement et contrôles compris ; les listes sont partagées en listes plus courtes.
    .interface = Langue de la page : fr ou en.
    .name = Nom de l'étude, dans son lien.
    .recruiter = D'où viennent les participants.
    .code = Code de fin montré au terme de l'étude.
    .redirect = Où va le navigateur à la fin.
    .extras = Ajouter des essais d'entraînement, d'attention et de contrôle.
    .words = Fichier TOML avec vos propres textes et essais.
    .fillers = Une autre collection, dont un item de chaque schéma est montré.
    .scale = Si les réponses sont les degrés d'une échelle, montrés dans l'ordre ; sinon selon la collection, ou selon leur allure.
    .counting = De qui comptent les réponses pour la règle de l'article 4, fixé maintenant.
    .retention = Date après laquelle les noms des recruteurs sont effacés : 2027-12-31.
    .adaptive = Proposer à chaque nouveau venu les items où une réponse de plus améliore le plus la référence.
    .force = Remplacer un autre plan, si personne n'a participé à son étude.
experiment-help-payments = Écrire qui est à payer, avec les identifiants du recruteur.

    Avec l'issue de chaque visite, sa durée et les contrôles manqués.
    .output = Fichier CSV pour la table.
experiment-help-simulate = Répéter une étude avec des participants simulés.

    Ils passent par l'affectation et la base réelles.
    .participants = Combien finissent.
    .seed = Graine de tout ce qu'ils font.
    .dropout = Part de ceux qui partent au milieu.
    .careless = Part de ceux qui répondent au hasard.
    .accuracy = Part de réponses justes à l'item moyen.
    .database = Garder la répétition dans ce fichier, pour l'analyser.
experiment-help-plan = Prévoir combien de personnes il faut à une étude.

    Ce que diraient plus de réponses par item.
    .lists = Nombre de listes : chaque participant en voit une.
    .rate = Part de réponses justes attendue.
    .half-width = Demi-largeur voulue de l'intervalle d'un item.
    .bound = Montrer qu'un item que tous réussissent est au-dessus de ceci.
    .level = Niveau des intervalles.
experiment-help-serve = Servir une étude sur le web.

    Affiche le lien à envoyer, et tourne jusqu'à ce qu'on l'arrête.
    .host = Adresse d'écoute.
    .port = Port d'écoute ; 0 : n'importe lequel.
    .base = Chemin sous lequel un proxy montre l'étude, comme /study.
    .workers = Processus ; plus d'un exige PostgreSQL.
    .accounts = Où sont les organisateurs ; le fichier de l'utilisateur par défaut.
    .public-url = Adresse par laquelle on atteint le serveur ; elle est seulement affichée.
    .proxy = Adresses des proxys dont les en-têtes X-Forwarded sont crus, ou *.
experiment-help-status = Montrer où en est une étude, liste par liste.
experiment-help-backup = Copier une étude dans un fichier pendant qu'elle tourne.

    La copie est vérifiée avant de prendre sa place.
    .output = Fichier de la copie.
experiment-help-restore = Refaire une étude à partir de sa copie.

    La base ne doit pas encore contenir d'étude.
    .copy = Un fichier fait par `experiment backup`.
    .database = Où : un nouveau fichier, ou un postgresql://… vide.
experiment-help-invite = Inviter des personnes à une étude sur invitation.

    Affiche un lien pour chacune.
    .count = Combien de personnes.
    .link = Adresse du serveur, mise devant chaque lien.
experiment-help-import = Lire des réponses recueillies ailleurs.

    Elles deviennent une étude que prend `analyse`.
    .file = Ce qu'un autre programme a écrit ; un dossier pour PsyToolkit, ou de fichiers de jsPsych.
    .output = Fichier de l'étude.
    .from = csv, jspsych, mturk, pcibex, psytoolkit ; d'après le contenu si omis.
    .collection = La collection qui a été posée : les items y sont cherchés.
    .design = Le plan donné à `experiment convert` : tout est alors comme avec le serveur d'anaphor.
    .column = NÔTRE=LEUR, p. ex. item=stimulus. Peut être répété.
    .where = Seulement les lignes où COLONNE=VALEUR. Peut être répété.
    .count-from = Numéro du premier candidat si les choix sont des nombres.
    .unfinished = Analyser aussi ceux qui n'ont pas fini l'étude.
    .keep-names = Garder les noms des personnes au lieu de p0001, p0002 …
    .name = Nom de l'étude ; celui du fichier par défaut.
experiment-help-convert = Écrire une étude en projet pour un autre serveur.

    On voit les listes, les ordres et les mots du plan ; les réponses reviennent par `experiment import --design`.
    .to = jspsych ou pcibex.
    .output = Dossier du projet ; il doit être nouveau ou vide.
    .scripts = Pour jsPsych : un dossier où npm l'a installé ; sans lui, la page le charge depuis le web.
experiment-help-export = Écrire les réponses en fichiers, avec un dictionnaire des données.

    Un manifeste contient l'empreinte de chaque fichier.
    .output = Dossier des fichiers.
    .to = Un de csv, jsonl, parquet, jspsych, answers, study, psych-ds ; peut être répété.
experiment-help-analyse = Analyser une étude : personnes, items, accord.

    Qui a été écarté et pourquoi, le taux de chaque item, les items à regarder.
    .source = Un plan dont les réponses sont à côté, ou un fichier d'étude de `import`/`export`.
    .trials = Quels essais comptent.
    .items = Montrer tous les items, et non les seuls en dessous de 80 %.
    .sheet = Écrire les items en dessous de 80 % en tableau à classer à la main.
    .classes = Ce tableau rempli : ambiguous, connective, unnatural, other.
    .agreement = Mesurer aussi l'accord des mêmes réponses.
    .figure = Dessiner les items selon leur taux : .svg, .png ou .pdf.
experiment-help-select-questions = Choisir des questions pour un défi selon la règle de l'article 4. Code de sortie 1 si l'ensemble n'est pas admis.
    .source = Un plan dont les réponses sont à côté, ou un fichier d'étude de `import`/`export`.
    .count = De qui comptent les réponses ; ce que déclare le plan s'il le fait.
    .trials = Quels essais comptent.
    .output = Écrire les identifiants du plus grand ensemble admis, un par ligne.
experiment-disk-full = le disque est plein
experiment-damaged-database = la base de données est endommagée ({ $why })
    .todo = Prenez la dernière sauvegarde : anaphor experiment restore COPIE. Ce qui se lit encore est récupéré par : sqlite3 FICHIER .recover
experiment-older-tables = les tables de { $place } ont été faites par un anaphor plus ancien
    .todo = Elles sont mises à jour la prochaine fois que l'étude est servie ; faites d'abord une copie de la base.

experiment-progress-simulate = participants simulés
experiment-progress-analyse = analyse de l'étude
experiment-line-design = { $name }, { NUM($items) } { $items ->
    [one] item
   *[other] items
 } en { NUM($lists) } { $lists ->
    [one] liste
   *[other] listes
 } pour { NUM($quota) } participants
experiment-line-rehearsal = { NUM($people) } participants simulés sont allés au bout, { NUM($answers) } réponses
experiment-line-import = { $name }, { NUM($people) } { $people ->
    [one] personne
   *[other] personnes
 }, { NUM($answers) } { $answers ->
    [one] réponse
   *[other] réponses
 }
experiment-line-analysis = { $study }, { NUM($people) } { $people ->
    [one] personne
   *[other] personnes
 }, { $mean } de réponses justes à { NUM($items) } items, { NUM($low) } sous 80 %
experiment-line-analysis-simulated = { $study }, { NUM($people) } participants simulés, { $mean } de réponses justes à { NUM($items) } items, { NUM($low) } sous 80 %
experiment-line-selection = { $passes ->
    [True] les { NUM($questions) } questions passent
   *[other] les { NUM($questions) } questions ne passent pas
 }, le plus grand ensemble qui passe en a { NUM($largest) }
experiment-line-plan = { NUM($width) } réponses par item pour la largeur, { NUM($bound) } pour le seuil, { NUM($lists) } { $lists ->
    [one] liste
   *[other] listes
 }
experiment-line-invitations = { NUM($count) } { $count ->
    [one] lien
   *[other] liens
 }, chacun pour une seule personne, dans `links`
experiment-line-payments = { NUM($count) } { $count ->
    [one] personne
   *[other] personnes
 } à payer
experiment-line-export = { NUM($count) } fichiers dans { $folder }
experiment-line-copy = { $name }, { NUM($people) } participants, { NUM($answers) } réponses
experiment-figure-plan = Ce que disent plus de réponses par item ; les étoiles marquent ce qui est demandé
experiment-figure-panels = Les questions passeraient-elles avec d'autres panels ?
experiment-figure-passing = probabilité de passer
experiment-no-study-given = { $kind } n'est pas une étude
    .todo = Donnez un plan, une base, un fichier d'étude, un résultat de `simulate` ou de `import_answers`, ou une table de réponses.
experiment-design-in-memory = le plan { $name } est en mémoire et n'a pas de réponses
    .todo = Écrivez-le avec output="design.json", ou nommez sa --database.
experiment-read-already = l'étude { $name } est déjà lue : { $settings } n'a plus rien à dire
    .todo = Donnez ces réglages là où les réponses sont lues.
experiment-nested-cell = une cellule de cette colonne est de type { $kind } ; il faut un texte ou un nombre
    .todo = Donnez à chaque réponse sa propre ligne, et à chaque cellule une seule valeur.
experiment-notes-unnamed = { NUM($count) } { $count ->
    [one] ligne ne nomme personne ou aucun item et est laissée
   *[other] lignes ne nomment personne ou aucun item et sont laissées
} de côté
experiment-blank-column = aucune ligne ne dit rien dans la colonne « { $column } »
    .todo = Regardez la table, ou dites de quelle colonne il s'agit.
experiment-crate-about = Ce que des gens ont répondu aux questions de la collection { $collection } ({ $fingerprint }) : une ligne par réponse, avec le temps qu'elle a pris. Les participants sont des pseudonymes.
experiment-crate-simulated = Une répétition : des participants simulés ont répondu aux questions de la collection { $collection } ({ $fingerprint }). Personne n'a été interrogé.
experiment-crate-licence = Aucune licence n'a été indiquée : demandez à ceux qui ont mené l'étude comment les réponses peuvent être utilisées.
experiment-crate-files-answers-csv = Une ligne par réponse, avec tout ce qui a été enregistré.
experiment-crate-files-answers-jsonl = Les réponses en lignes JSON.
experiment-crate-files-answers-parquet = Les réponses en Parquet.
experiment-crate-files-jspsych-json = Les réponses sous la forme des données de jsPsych.
experiment-crate-files-answer-records-jsonl = Les réponses aux items telles que les lisent l'accord et le score d'anaphor.
experiment-crate-files-study-jsonl = L'étude entière telle que la lit l'analyse d'anaphor.
experiment-crate-files-psych-ds = Une table du jeu de données Psych-DS.
experiment-crate-files-people-csv = Une ligne par participant.
experiment-crate-files-trials-csv = Une ligne par essai : ce qui a été lu et demandé, et ce qui est juste.
experiment-crate-files-codebook-md = Ce que signifie chaque colonne, et les règles d'exclusion.
experiment-crate-files-readme-md = Ce que signifie chaque colonne, et les règles d'exclusion.
experiment-crate-files-analysis-r = L'analyse en R (lme4), avec la formule et les contrastes d'anaphor.
experiment-crate-files-manifest-json = Taille et empreinte de chaque fichier.
experiment-crate-files-dataset-description-json = La description que demande Psych-DS.
experiment-crate-files-ignored = Les fichiers qui ne font pas partie du jeu de données Psych-DS.

experiment-unknown-project = une étude ne se convertit pas en '{ $unknown }'
    .todo = Connus : { $names }.
experiment-no-scripts-needed = un projet pour { $format } n'a pas besoin des scripts de jsPsych
    .todo = Ne donnez pas --scripts.
experiment-no-script = il n'y a pas { $name } ici
    .todo = Dans ce dossier : npm install jspsych@8.3.0 @jspsych/plugin-html-button-response@2.1.0 @jspsych/plugin-survey-html-form@2.1.0
experiment-other-script = ce n'est pas { $name }, avec lequel l'étude a été essayée
    .todo = Dans ce dossier : npm install jspsych@8.3.0 @jspsych/plugin-html-button-response@2.1.0 @jspsych/plugin-survey-html-form@2.1.0
experiment-project-scripts-web = Il charge jsPsych 8.3.0 (MIT) depuis unpkg.com et refuse d'autres octets que ceux avec lesquels il a été essayé ; `experiment convert --scripts` met jsPsych à côté.
experiment-project-scripts-here = jsPsych 8.3.0 (MIT) est à côté dans `jspsych/` : rien n'est chargé d'ailleurs.
experiment-project-download = Vos réponses n'ont pas pu être envoyées : téléchargez-les et remettez-les
experiment-not-in-design = le plan { $design } n'a pas d'essai '{ $trial }'
    .todo = Nommez le plan qui a été converti, ou lisez les réponses avec --collection.
experiment-design-or-collection = un plan et une collection ont été donnés, et un plan connaît ses items
    .todo = Ne donnez pas --collection.
experiment-no-sessions = il n'y a aucun fichier de { $format } dans ce dossier
    .todo = Nommez le dossier qui contient un fichier .json par personne.
experiment-help-compare = Dire si une seconde étude confirme la première. Les parts de bonnes réponses, item par item. Code de sortie 1 si elle ne la confirme pas.
    .study = Deux études ou plus : des protocoles avec leurs bases, des bases, ou des fichiers écrits par import ou export.
    .trials = Quelles réponses isolées sont laissées de côté.
    .margin = Une différence de part moyenne de bonnes réponses sans importance.
    .level = Niveau des intervalles et des tests.
    .times = Combien de fois les personnes sont redistribuées et les items tirés.
    .seed = Graine des tirages.
    .figure = Dessiner la part de chaque item dans la dernière étude selon celle dans la première : SVG, PNG ou PDF.
experiment-field-design = plan
experiment-field-name = nom
experiment-field-fingerprint = empreinte
experiment-field-collection = collection
experiment-field-collection-fingerprint = empreinte de la collection
experiment-field-lists = listes
experiment-field-items = items
experiment-field-items-per-list = items par liste
experiment-field-unseen = jamais montrés
experiment-field-practice = entraînement
experiment-field-filler = remplissage
experiment-field-attention = attention
experiment-field-control = contrôle
experiment-field-trials = essais
experiment-field-trials-per-participant = essais par participant
experiment-field-minutes = minutes
experiment-field-quota = quota
experiment-field-answers-per-item = réponses par item
experiment-field-seed = graine
experiment-field-conditions = conditions
experiment-field-ordered = avec échelle ordonnée
experiment-field-participants = participants
experiment-field-started = ont commencé
experiment-field-turned-away = refusés
experiment-field-answers = réponses
experiment-field-imbalance = déséquilibre
experiment-field-study = étude
experiment-field-source = source
experiment-field-people = personnes
experiment-field-judged = jugées
experiment-field-right = justes
experiment-field-rate = taux
experiment-field-again = répétées
experiment-field-timed = chronométrées
experiment-field-file = fichier
experiment-field-database = base de données
experiment-field-bytes = octets
experiment-agreement-only-right = on ne sait des réponses que juste ou faux, et non ce qui a été choisi
experiment-agreement-left = { NUM($count) } { $count ->
    [one] item est écarté
   *[other] items sont écartés
 } de l'accord : on n'en sait que juste ou faux, et non ce qui a été choisi.
