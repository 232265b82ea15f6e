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
experiment-mean = Un item est réussi par { $mean } des participants en moyenne ({ $ends } pour d’autres schémas), et un participant réussit { $people } de ses items ({ $people_ends } pour d’autres participants).
experiment-chance = { NUM($low) } { $low ->
    [one] item est
   *[other] items sont
 } en dessous de 80 % : le hasard en mettrait { $expected } si tous étaient également faciles, et { NUM($shrunken) } y { $shrunken ->
    [one] reste une fois rapproché
   *[other] restent une fois rapprochés
 } des autres.
experiment-without = Sans { $low ->
    [one] lui
   *[other] eux
 } la moyenne serait de { $mean } ; c’est flatteur, car les mêmes réponses { $low ->
    [one] l’ont désigné
   *[other] les ont désignés
 }.
experiment-model = Modèle croisé : les participants diffèrent de { $people } et les items de { $items } (écarts types en logit) ; le participant moyen réussit l’item moyen à { $rate }.
experiment-side = Bonne réponse en première place plutôt qu’ailleurs : { $gap } ({ $ends }), chez { NUM($people) } participants.
experiment-order = Seconde moitié de l’étude par rapport à la première : { $gap } ({ $ends }), chez { NUM($people) } participants.
experiment-precise = Réponses par item : { NUM($answers) } (médiane) ; un item que tous réussissent est ainsi montré au-dessus de { $bound }.
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
experiment-rules-no-answers = sans réponse
experiment-rules-attention = échec aux essais d’attention
experiment-rules-control = échec aux essais de contrôle
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
experiment-heads-shrunken = rapproché
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
experiment-heads-from = de
experiment-heads-to = à
experiment-report-title = Ce qu’ont répondu les participants : { $study }
experiment-report-page = Étude sur { $study }
experiment-report-flow = De ceux qui ont commencé à ce qui est analysé
experiment-report-rules = La même étude selon chaque règle pour les essais, toutes déclarées à l’avance
experiment-report-low = Items en dessous de 80 %, à classer par leur auteur
experiment-report-low-more = { NUM($count) } { $count ->
    [one] autre item
   *[other] autres items
 } en dessous de 80 %
experiment-report-no-low = Aucun item n’est en dessous de 80 %.
experiment-report-all = Tous les items, avec leurs intervalles
experiment-report-everybody = Tous ceux qui ont commencé
experiment-report-comments = Remarques sur les items en dessous de 80 %
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
experiment-figure-shrunken = rapproché des autres
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
experiment-notes-again = { NUM($count) } { $count ->
    [one] réponse vient
   *[other] réponses viennent
 } de personnes qui avaient déjà répondu au même item : seule la première compte
experiment-notes-doubtful-times = la moitié des temps de { $column } sont inférieurs à { NUM($median) }, ce que personne ne peut faire en millisecondes, et aucun temps n’a donc été lu : si ce sont des logarithmes, importez à nouveau avec --column rt_log={ $column }, si ce sont des secondes avec --column rt_s={ $column }, si ce sont bien des millisecondes avec --column rt_ms={ $column }

experiment-codebook-title = Dictionnaire des données de l’étude { $study }
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
experiment-codebook-columns-person = Pseudonyme du participant ; le même dans tous les fichiers de cet export (dans `answer-records.jsonl`, `simulated-` précède ceux des participants simulés).
experiment-codebook-columns-list = Liste du participant, à partir de 1.
experiment-codebook-columns-position = Rang de l’essai dans l’étude, à partir de 1.
experiment-codebook-columns-trial = Identifiant de l’essai.
experiment-codebook-columns-kind = item, practice (entraînement), filler (distracteur), attention ou control (contrôle) ; seuls les items sont analysés.
experiment-codebook-columns-item = Identifiant de la question dans la collection.
experiment-codebook-columns-schema = Schéma ou problème dont fait partie l’item ; un participant voit un item de chacun.
experiment-codebook-columns-choice = Numéro du candidat choisi, dans l’ordre de la collection, à partir de 0 ; vide : pas de réponse.
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
experiment-codebook-columns-at = Arrivée de la réponse au serveur, en secondes depuis le 1970-01-01 UTC.
experiment-codebook-columns-simulated = 1 pour un participant simulé d’une répétition, 0 pour une personne.
experiment-codebook-kinds-item = Un item de la collection : l’objet de l’étude.
experiment-codebook-kinds-practice = Avant l’étude, avec correction ; jamais analysé.
experiment-codebook-kinds-filler = Masque la régularité des items ; jamais analysé.
experiment-codebook-kinds-attention = Dit lui-même quelle réponse donner ; trop d’échecs excluent.
experiment-codebook-kinds-control = Si facile qu’un échec trahit une réponse au hasard.
