scoring-columns-respondent = système
scoring-columns-exactitude = exactitude
scoring-columns-qualite = qualité
scoring-columns-reussite = réussite
scoring-columns-interval = intervalle à { $level } %
scoring-columns-pair-accuracy = paires justes
scoring-columns-low = borne inf.
scoring-columns-high = borne sup.
scoring-columns-answered = avec réponse
scoring-columns-twins = jumeaux
scoring-columns-same = même candidat
scoring-columns-first = premier dans
scoring-columns-rank = rang
scoring-columns-collection = collection
scoring-columns-pair = paire
scoring-columns-difference = différence
scoring-columns-better = gagnés
scoring-columns-worse = perdus
scoring-columns-smallest = minimum
scoring-columns-on-key = sur la clé
scoring-columns-mean = moyenne
scoring-columns-low-whole = borne inf., autres items aussi
scoring-columns-turned = ordre inversé %
scoring-columns-tied = égalité %
scoring-columns-pairs = paires
scoring-columns-same-answer = même réponse %
scoring-columns-lost = perdus
scoring-columns-gained = gagnés
scoring-columns-before = réussite avant
scoring-columns-after = après
scoring-columns-always-right = toujours justes
scoring-columns-of = sur
scoring-columns-item = item
scoring-columns-result = résultat
scoring-columns-chosen = choisi
scoring-columns-key = bonne réponse
scoring-columns-reason = raison
scoring-columns-confidence = probabilité
scoring-columns-right = justes
scoring-columns-risk = risque
scoring-columns-lead = avance
scoring-titles-main = { $name }, en pour cent ; hasard : { $chance }
scoring-titles-main-own = { $name }, en pour cent ; chaque système sur les items auxquels il a répondu
scoring-titles-ranked = { $name }, en pour cent
scoring-titles-counts = en pour cent ; deux candidats, items supposés indépendants
scoring-titles-group = { $name }, par { $kind }
scoring-titles-published = résultats publiés
scoring-titles-drawn = rangs selon la seule exactitude quand les items sont tirés de nouveau { NUM($count) } fois, par blocs, en pour cent
scoring-titles-pairs-plain = différences d'exactitude, en points ; résultats échangés par bloc
scoring-titles-pairs = différences de réussite, en points ; résultats échangés par schéma
scoring-titles-people = comparaison avec les humains, en points
scoring-titles-rescoring = réussite recalculée sur { $times } références d'autres panels de { $panel } : { $changed } % des étiquettes changent
scoring-titles-order = ordre des paires sur ces références
scoring-titles-consistency = constance quand la formulation change
scoring-titles-changed = { $name } sur { $collection }
scoring-titles-details = toutes les mesures, en pour cent
scoring-titles-report = Scores
scoring-titles-section = Systèmes
scoring-titles-items = { $name }, item par item
scoring-titles-grid = Chaque item, chaque système (✓ juste, ✗ faux, ○ abstention)
scoring-titles-of-counts = comptes
scoring-titles-mean-person = la personne moyenne
scoring-titles-of-people = humains
scoring-sentences-letters = n : items ; h : réponses justes ; θ : abstentions ; les autres colonnes sont des parts en %.
scoring-sentences-guess-adjusted = Réussite (Seminck et al. 2019) : une abstention compte comme un choix au hasard parmi les candidats.
scoring-sentences-pair-accuracy = Paires justes : les deux items du schéma sont justes.
scoring-sentences-tied = certains choix ont été faits entre scores égaux
scoring-sentences-no-better = rien ne montre qu'il fasse mieux que le hasard
scoring-sentences-partial = n'a été interrogé que sur une partie des items, dont parle seule sa ligne
scoring-sentences-f1 = * F1 : seulement pour la comparaison avec la littérature ; ses deux termes ne sont pas indépendants (Seminck et al. 2019, section 3).
scoring-sentences-twins = jumeaux : les deux items du schéma sont justes ; même candidat : le même est choisi pour les deux, alors que la réponse change.
scoring-sentences-twin-note = Un système qui préfère toujours le même candidat obtient la moitié des items et aucune des paires.
scoring-sentences-shares = En pour cent ; les bornes sont celles de l'intervalle de la réussite, par schéma.
scoring-sentences-symbols = n : items ; h : réponses justes ; θ : abstentions ; avec réponse : part des items qui ont une réponse.
scoring-sentences-chance = face au hasard ({ $chance } %), p { $p }
scoring-sentences-smallest = plus petite différence que ces items peuvent faire apparaître entre deux tels systèmes (puissance 0,8) : { $points }
scoring-sentences-abstentions = abstentions : { $reasons }
scoring-sentences-tokens = choix selon les tokens évalués : { $shown }
scoring-sentences-area = aire sous la courbe de risque : { $area } ({ $best } dans le meilleur ordre, { $blind } sans ordre)
scoring-sentences-calibration = erreur de calibration : { $error } (scores lus comme { $how })
scoring-sentences-left-out = items écartés : { $reasons }
scoring-sentences-not-blind = pas à l'aveugle : ses réponses ont été trouvées par les identifiants et l'ordre des candidats de la collection, d'où un système pourrait tirer la clé
scoring-sentences-half-line = le fichier se termine par une ligne inachevée, qui est ignorée
scoring-sentences-tied-choices = choix entre scores égaux : { $count }
scoring-sentences-few = ~ moins de { $count } items : trop peu pour un classement.
scoring-sentences-unlabelled = { $name } : aucun item n'a d'étiquette du type « { $kind } ».
scoring-sentences-beyond = { $name }, sur les { $items } items que l'information mutuelle ne résout pas : réussite { $reussite } % (de { $low } à { $high }), p { $p } face au hasard.
scoring-sentences-differ = { $first } dépasse { $second } de { $points } (de { $low } à { $high }), p (Holm) { $p }.
scoring-sentences-no-difference = Aucune différence n'apparaît entre { $first } et { $second } ({ $points }, de { $low } à { $high }, p (Holm) { $p }).
scoring-sentences-would-show = {" "}Ces items font apparaître, avec une probabilité de 0,8, une différence réelle d'au moins { $smallest }.
scoring-sentences-no-chance = rien n'est su d'une réponse au hasard
scoring-sentences-ranks = Le rang est partagé quand p (Holm) est d'au moins { $alpha }.
scoring-sentences-any-change = Sur { $share } % de ces références, au moins une paire de systèmes change d'ordre.
scoring-sentences-fixed = { $count } items sans votes gardent leur clé.
scoring-sentences-pair-columns = gagnés, perdus : items sur lesquels le premier obtient plus, ou moins, que le second ; McNemar : seulement pour des items indépendants auxquels les deux ont répondu ; minimum : la plus petite différence réelle que ces items font apparaître avec une probabilité de 0,8.
scoring-sentences-pairs-note = Différences de réussite, en points ; p par échanges exacts de schémas entiers, corrigé selon Holm.
scoring-sentences-other-settings = { $name } : les deux exécutions diffèrent par { $parts }.
scoring-sentences-first-together = Là où plusieurs sont premiers ensemble, chacun compte : les parts font plus de 100 %.
scoring-sentences-figure = La figure est dans { $path }.
scoring-figures-scores = Réussite, avec son intervalle
scoring-figures-share = part des items (des schémas pour les jumeaux)
scoring-figures-reussite = réussite
scoring-figures-twins = deux jumeaux justes
scoring-figures-published = publié
scoring-figures-chance = hasard
scoring-figures-risk = Risque quand on ne garde que les réponses les plus sûres
scoring-figures-answered = part des items avec réponse
scoring-figures-wrong = part de réponses fausses
scoring-figures-calibration = Calibration
scoring-figures-confidence = probabilité donnée au choix
scoring-figures-right = part de réponses justes
scoring-figures-exactly = si les scores disaient vrai
scoring-results-right = juste
scoring-results-wrong = faux
scoring-results-abstained = abstention
scoring-read-as-probabilities = probabilités
scoring-read-as-softmax-of-the-scores = logarithmes
scoring-reasons-atypical = item atypique
scoring-reasons-several-sentences = plusieurs phrases
scoring-reasons-unknown-words = mots inconnus
scoring-reasons-no-reading = pas de lecture
scoring-reasons-no-count = comptage nul
scoring-reasons-margin = écart trop faible
scoring-reasons-tie = égalité
scoring-reasons-unreadable = illisible
scoring-reasons-timeout = délai dépassé
scoring-reasons-failed = panne
scoring-reasons-declined = ne sait pas
scoring-reasons-cut-off = coupée
scoring-reasons-missing = sans réponse
scoring-reasons-no-key = sans clé
scoring-reasons-key-neither = aucun candidat juste
scoring-reasons-one-candidate = un seul candidat
scoring-kinds-domain = domaine
scoring-kinds-pronoun = pronom
scoring-kinds-associative = associatif
scoring-kinds-switchable = permutable
scoring-kinds-gender = genre
scoring-kinds-candidates = candidats
scoring-kinds-audit = audit
scoring-kinds-exposure = exposition
scoring-labels-none = (aucune)
scoring-labels-yes = oui
scoring-labels-no = non
scoring-labels-negatively = négativement
scoring-labels-right = juste
scoring-labels-wrong = faux
scoring-labels-unscored = sans score
scoring-labels-in-the-corpus = dans le corpus
scoring-labels-not-found = introuvable
scoring-labels-subject = sujet
scoring-labels-object = objet
scoring-labels-dative = datif
scoring-labels-possessive = possessif
scoring-labels-disjunctive = disjoint
scoring-labels-locative = locatif
scoring-labels-genitive = génitif
scoring-labels-demonstrative = démonstratif
scoring-labels-relative = relatif
scoring-labels-reflexive = réfléchi
scoring-labels-noun = nom
scoring-labels-blank = vide
scoring-labels-impersonal = impersonnel
scoring-systems-mutual-information-amsili-seminck-2017 = Information mutuelle (Amsili & Seminck 2017)
scoring-systems-bert-fine-tuned-on-wscr-kocijan-et-al-2019 = BERT ajusté sur WSCR (Kocijan et al. 2019)
scoring-systems-roberta-fine-tuned-on-winogrande-sakaguchi-et-al-2019 = RoBERTa ajusté sur WinoGrande (Sakaguchi et al. 2019)
scoring-systems-gpt-3-zero-shot-partial-brown-et-al-2020 = GPT-3 sans exemple, score partiel (Brown et al. 2020)
scoring-systems-gpt-3-one-shot-partial-brown-et-al-2020 = GPT-3 avec un exemple, score partiel (Brown et al. 2020)
scoring-systems-gpt-3-few-shot-partial-brown-et-al-2020 = GPT-3 avec quelques exemples, score partiel (Brown et al. 2020)
scoring-systems-mt0-xxl-mt-prompted = mT0-xxl-mt (avec consigne)
scoring-systems-liu-et-al-2016-best-of-the-challenge-of-2016 = Liu et al. (2016), meilleur du défi de 2016
scoring-systems-trinh-le-2018-10-models = Trinh & Le (2018), 10 modèles
scoring-systems-trinh-le-2018-14-models = Trinh & Le (2018), 14 modèles
scoring-said-of = { $name } : { $words }.
scoring-title-of = { $title } : { $name }
scoring-between = { $one } ; { $other }
scoring-points = { $shown } { $count ->
    [one] point
   *[other] points
 }
scoring-comparison = Comparaison

scoring-nothing = il n'y a rien à noter pour { $respondent }
    .todo = Donnez une exécution avec au moins une réponse.
scoring-bad-level = { $level } ne peut pas être un niveau
    .todo = Il est compris entre 0 et 1, p. ex. 0.95.
scoring-bad-times = { $times } tirages : c'est impossible
    .todo = Donnez un nombre de 20 à 1 000 000, p. ex. 2000.
scoring-bad-seed = { $seed } ne peut pas être une graine
    .todo = Donnez un nombre à partir de 0.
scoring-bad-panel = un panel de { $size } ne peut pas élire de référence
    .todo = Donnez au moins 1.
scoring-no-item = il n'y a pas d'item à noter
    .todo = Tous les items sont-ils exclus, ou sans clé ?
scoring-no-wilson = l'intervalle de Wilson demande des items indépendants et aucune abstention
    .todo = Écrivez --interval cluster ou auto.
scoring-counts-huge = ces effectifs sont démesurés
    .todo = Donnez au plus { NUM($most) } items.
scoring-counts-none = { $n } items ne peuvent pas être notés
    .todo = Donnez-en au moins un.
scoring-counts-negative = { $h } réponses justes et { $theta } abstentions : c'est impossible
    .todo = Donnez des nombres à partir de 0.
scoring-counts-many = { $h } réponses justes et { $theta } abstentions, c'est plus que { $n } items
    .todo = Donnez N, H et θ dans cet ordre.
scoring-unscorable = aucun item de la collection { $name } ne peut être noté ({ $reasons })
scoring-unscorable-with = { $why } : { $count }
scoring-unscorable-empty = elle est vide
scoring-answered-twice = { $respondent } répond deux fois à la question { $question }
    .todo = Gardez une réponse par question, ou notez les réponses comme celles d'un panel.
scoring-missing = { $absent } items sur { $items } n'ont pas de réponse ; le premier est { $first }
    .todo = Terminez l'exécution (la même commande reprend où elle s'est arrêtée), ou dites comment ils comptent : --missing abstain ou skip (qui nomme aussi les réponses à aucun item de la collection).
scoring-other-candidates = la réponse à { $item } parle d'autres candidats que les { $candidates } siens
    .todo = L'exécution a-t-elle été faite sur une autre version de la collection ?
scoring-two-on-other-items = { $first } et { $second } n'ont pas été notés sur les mêmes items
    .todo = Notez les deux sur la même collection, entière.
scoring-on-other-items = ces exécutions n'ont pas été notées sur les mêmes items
    .todo = Notez-les tous sur la même collection.
scoring-kind-of-group = type de groupe
scoring-labels-from = Les étiquettes viennent de la collection ou d'un fichier.
scoring-person-twice = { $person } répond deux fois à la question { $question }
    .todo = Gardez une réponse par personne et par question.
scoring-no-people = aucune de ces réponses ne porte sur un item de la collection
    .todo = Vérifiez les identifiants des items.
scoring-no-people-counts = aucun de ces effectifs ne porte sur un item de la collection
    .todo = Vérifiez les identifiants des items.
scoring-too-many-people = l'item { $item } aurait été posé à plus de gens qu'il n'en existe
    .todo = Vérifiez les effectifs.
scoring-no-common-item = { $name } et les humains n'ont aucun item en commun
scoring-no-votes = aucun item de la collection n'a de votes humains
    .todo = Vérifiez les identifiants des items.
scoring-no-original = aucun item reformulé ne remonte à un item de la première exécution
    .todo = Donnez la table faite avec eux.
scoring-no-risk = aucune exécution ne porte de scores : il n'y a pas de risque à tracer
    .todo = Tracez plutôt les scores.
scoring-no-calibration = aucune exécution ne porte de scores : il n'y a pas de calibration à tracer
    .todo = Tracez plutôt les scores.
scoring-line = { $count ->
        [one] { $respondent } sur { $collection }, réussite { $reussite } % ({ $low }–{ $high })
       *[other] { NUM($count) } exécutions, la meilleure { $respondent } avec { $reussite } % ({ $low }–{ $high })
    }
scoring-line-compared = { NUM($count) } systèmes comparés, { $first ->
        [one] le meilleur est { $names }
       *[other] premier rang partagé par { $names }
    }
scoring-line-counts = réussite { $reussite } % sur { NUM($n) } items
scoring-titles-soft = Par rapport à la distribution des personnes
scoring-soft-person = accord avec une autre personne
scoring-soft-panel = accord avec la majorité des autres
scoring-soft-manhattan = distance de Manhattan
scoring-soft-wasserstein = distance de Wasserstein
scoring-soft-cross-entropy = entropie croisée (nats)
scoring-soft-above = meilleur
scoring-soft-level = au niveau
scoring-soft-below = moins bon
scoring-soft-shape = les votes des personnes et les probabilités d'un système ne portent pas sur les mêmes items et classes, ou personne n'a voté sur un item
    .todo = Donnez des tableaux items × classes de même forme, avec un vote sur chaque item.
scoring-sentences-soft = Une personne : ce que l'une de ces personnes obtient face aux autres. Écart : de combien le système est meilleur sur les mêmes références, privées d'un vote ; « au niveau » s'il peut être nul. Distances : 0 est le mieux.
scoring-columns-measure = mesure
scoring-columns-value = valeur
scoring-columns-between = intervalle
scoring-columns-one-person = une personne
scoring-columns-gap = écart
scoring-columns-standing = à côté d'une personne
scoring-replies = { $name } : a répondu à { NUM($answered) } questions sur { NUM($asked) } ({ $answered_share } %), a échoué à { NUM($failed) } ({ $failed_share } %{ $missing ->
        [0] {""}
       *[other] , dont { NUM($missing) } sans réponse dans l'exécution
    }), s'est abstenu à { NUM($declined) } ({ $declined_share } %{ $ties ->
        [0] {""}
       *[other] , dont { NUM($ties) } ex æquo
    }){ $gaps ->
        [0] {""}
       *[other] , sans réponse { NUM($gaps) }
    }{ $skipped ->
        [0] .
        [one] {" "}; { NUM($skipped) } item sur { NUM($whole) } laissé de côté : sans réponse dans l'exécution.
       *[other] {" "}; { NUM($skipped) } items sur { NUM($whole) } laissés de côté : sans réponse dans l'exécution.
    }
scoring-unranked = Non classé : { $why }
scoring-unranked-failed = { $name } : { NUM($failed) } questions sur { NUM($asked) } ont échoué ({ $share } % : { $reasons }), plus de { $most } %. Les échecs compteraient comme des réponses au hasard. Corrigez la panne et relancez vers un autre fichier, ou classez-le malgré tout : --most-failed 1.
scoring-unranked-missing = { $name } : { NUM($failed) } questions sur { NUM($asked) } ont échoué ou sont sans réponse ({ $share } % : { $reasons }), plus de { $most } %. Elles compteraient comme des réponses au hasard. Achevez l'exécution (la même commande reprend où elle s'est arrêtée), ou classez-le malgré tout : --most-failed 1.
scoring-unranked-skipped = { $name } : { NUM($failed) } questions sur { NUM($asked) } ont échoué ou sont sans réponse ({ $share } % : { $reasons }), plus de { $most } %. Les items qui restent peuvent être plus faciles ou plus difficiles que les autres. Achevez l'exécution (la même commande reprend où elle s'est arrêtée), ou classez-le malgré tout : --most-failed 1.
scoring-unranked-silent = { $name } : il n'a choisi aucun candidat en { NUM($asked) } questions, et son score serait celui du hasard. Pour le classer malgré tout : --most-failed 1.
scoring-line-skipped = { $line }, sur { NUM($items) } des { NUM($whole) } items
scoring-line-some = { $line } ; { $count ->
        [one] 1 exécution n'est pas classée
       *[other] { NUM($count) } exécutions ne sont pas classées
    }
scoring-line-unranked = { $count ->
        [one] 1 exécution, non classée
       *[other] { NUM($count) } exécutions, non classées
    } : { $why }
