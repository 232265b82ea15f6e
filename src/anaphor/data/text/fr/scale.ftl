scale-help = Mettre personnes, machines et items sur une même échelle. Où sont les machines parmi les personnes, et quels items semblent défectueux.
    .runs = Exécutions d'une même collection ; aucune si l'échelle ne porte que sur des personnes.
    .people = Réponses de chaque personne : lignes JSON, ou tableau avec item, choice et respondent.
    .outcomes = Les fichiers sont des tableaux de 0 et de 1, une colonne par répondant, ou des journaux d'évaluation.
    .collection = La collection, un fichier ou un nom ; par défaut, celle que l'exécution nomme.
    .answers = Programme qui a écrit les réponses, s'il n'est pas reconnu : lm-eval, inspect, helm, every-eval-ever, openai-evals ou table.
    .model = 2pl : les items diffèrent par la difficulté et la pente ; rasch : par la difficulté seule.
    .guessing = Si celui qui ne sait pas tombe juste au hasard, une fois sur autant qu'il y a de candidats.
    .candidates = Avec --outcomes : nombre de candidats de chaque item, si aucune colonne de ce nom ne le dit.
    .careless = Met à part, ou non, les personnes qui semblent répondre au hasard, pour situer les machines parmi les autres.
    .abstentions = Ce que dit une abstention : missing (rien), unknown (la réponse n'était pas sue), auto : ce que montrent les réponses.
    .figure = Écrire aussi la carte de Wright (.svg, .png, .pdf).
    .interface = Langue des phrases.

scale-nothing = il n'y a rien à mettre sur une échelle
    .todo = Donnez des exécutions, des réponses humaines avec --people, ou les deux.
scale-no-collection = des réponses humaines seules ne disent pas ce qui a été demandé
    .todo = Nommez la collection avec --collection.
scale-counts = cela ne dit pas qui a choisi quoi pour quel item
    .todo = Donnez les réponses de chaque personne : lignes JSON, ou tableau avec les colonnes item, choice et respondent.
scale-too-few = une échelle demande deux répondants et deux items avec des réponses ; ici { $respondents ->
        [0] aucun répondant n'a répondu
        [one] un répondant a répondu
       *[other] { NUM($respondents) } répondants ont répondu
    } à { $items ->
        [0] aucun item
        [one] un item
       *[other] { NUM($items) } items
    }
    .todo = Donnez plus d'exécutions, ou des réponses humaines avec --people.
scale-nothing-varies = rien ne varie : toutes les réponses sont { $right ->
        [yes] justes
       *[no] fausses
    }, ce qui ne dit ni qui est meilleur ni quel item est plus difficile
    .todo = Donnez des items plus difficiles, ou plus de répondants.
scale-title = Une échelle pour les personnes, les machines et les items
scale-title-respondents = Répondants, les plus habiles d'abord{ $every ->
        [one] {""}
       *[other] {" "}(des personnes, une sur { NUM($every) })
    }
scale-title-suspects = Items qui semblent défectueux, les plus probables d'abord
scale-title-hardest = Les plus difficiles des items qui semblent bons
scale-title-slopes = Items qui distinguent le plus et le moins les plus habiles des autres
scale-title-map = Personnes, machines et items sur un même axe (carte de Wright)
scale-asked = { $people ->
        [0] Aucune personne
        [one] Une personne
       *[other] { NUM($people) } personnes
    } et { $machines ->
        [0] aucune machine
        [one] une machine
       *[other] { NUM($machines) } machines
    } : { NUM($answers) } réponses à { NUM($items) } items.
scale-stands = { $where ->
        [below] { $name } est moins habile que chacune des { NUM($people) } personnes interrogées ; parmi les personnes en général, { PERCENT($most) } au plus le sont encore moins.
        [above] { $name } est plus habile que chacune des { NUM($people) } personnes interrogées, et que { PERCENT($least) } au moins des personnes en général.
       *[among] { $name } est plus habile que { PERCENT($share) } des personnes ({ $between }, d'après { NUM($people) } personnes).
    }
scale-no-percentile = Où sont les machines parmi les personnes ne peut se dire { $people ->
        [0] sans personnes
       *[other] avec une seule personne
    }.
scale-few-people = { NUM($people) } personnes disent peu des personnes en général : c'est pourquoi les intervalles sont larges.
scale-careless = { $count ->
        [one] Une personne
       *[other] { NUM($count) } personnes
    } sur { NUM($people) } ({ PERCENT($share) }) { $count ->
        [one] semble
       *[other] semblent
    } avoir répondu au hasard{ $how ->
        [placed] {" "}; les machines sont situées parmi les autres. Parmi toutes les personnes : { $shares }.
       *[alone] .
    }
scale-candidates = { NUM($count) } candidat ne laisse aucun choix
    .todo = Donnez-en deux ou plus : --candidates 2.
scale-candidates-known = la collection dit elle-même combien il y a de candidats
    .todo = Retirez --candidates : l'option sert aux tables de 0 et de 1 (--outcomes).
scale-candidates-some = le nombre de candidats n'est connu que pour { NUM($known) } items sur { NUM($items) }
    .todo = Remplissez la colonne candidates, ou donnez un nombre pour les autres items : --candidates 2.
scale-candidates-differ = { $item } a { NUM($one) } candidats dans un tableau et { NUM($other) } dans un autre
    .todo = Corrigez la colonne candidates.
scale-candidates-unknown = Le nombre de candidats des items n'est pas connu : les réponses au hasard ne sont pas modélisées (guessing:none), les difficultés sont celles d'items où l'on ne devine pas, et les personnes qui répondent au hasard ne sont pas mises à part. Précisez-le avec --candidates N (candidates=N en Python) ou une colonne candidates.
scale-broken = { $count ->
        [0] Aucun item n'est plus probablement défectueux que bon
        [one] Un item est plus probablement défectueux que bon
       *[other] { NUM($count) } items sont plus probablement défectueux que bons
    } ; on s'attend à { NUM($expected, digits: 1) } environ.
scale-spread = Écarts types en log-cotes : habiletés { NUM($people, digits: 2) }, items { NUM($items, digits: 2) }, schémas { NUM($schemas, digits: 2) } (la part de la difficulté commune aux jumeaux).
scale-slopes = Les logarithmes des pentes ont un écart type de { NUM($sd, digits: 2) } ; laisser les pentes différer ajoute { NUM($gain, digits: 1) } à la log-vraisemblance.
scale-guessing = Qui ne sait pas est supposé répondre au hasard, et tombe juste une fois sur autant qu'il y a de candidats.
scale-no-guessing = Le hasard n'est pas modélisé.
scale-abstained = { $how ->
        [none] Personne ne s'est abstenu.
        [random] { $count ->
            [one] La seule abstention n'est pas une réponse ici
           *[other] Les { NUM($count) } abstentions ne sont pas des réponses ici
        } : on ne s'abstient pas plus là où l'on sait moins probablement ({ NUM($z, digits: 1) } erreurs types ; à partir de 2,5, ce serait ne pas savoir).
        [told] Sur { NUM($count) } abstentions, { PERCENT($share) } environ comptent comme ne pas savoir la réponse, les autres comme une absence de réponse : on s'abstient davantage là où l'on sait moins probablement ({ NUM($z, digits: 1) } erreurs types).
        [forced] { $count ->
            [one] La seule abstention compte
           *[other] Les { NUM($count) } abstentions comptent
        } comme ne pas savoir la réponse, comme demandé.
       *[missing] { $count ->
            [one] Une abstention ou lacune n'est pas une réponse ici : elle ne compte ni pour ni contre.
           *[other] { NUM($count) } abstentions ou lacunes ne sont pas des réponses ici : elles ne comptent ni pour ni contre. Si l'on s'abstient là où l'on ne sait pas, les items paraissent plus faciles qu'ils ne le sont, et qui s'abstient souvent paraît plus habile.
        }
    }
scale-unanswered = { $count ->
        [one] Un item auquel personne n'a répondu est laissé de côté.
       *[other] { NUM($count) } items auxquels personne n'a répondu sont laissés de côté.
    }
scale-flaws = Défectueux : probabilité a posteriori que la clé soit fausse (les plus habiles choisissent un autre candidat) ou que les réponses se partagent (les plus habiles en choisissent deux, ou personne ne peut savoir). La difficulté est celle de l'item s'il est bon. Lisez un item avant de l'écarter.
scale-two-candidates = Avec deux candidats, deux réponses justes, un texte ambigu et un item que personne ne peut résoudre se ressemblent : les réponses ne les distinguent pas.
scale-line = { NUM($people) } personnes, { NUM($machines) } machines et { NUM($items) } items sur une échelle, dont { NUM($suspects) } suspects
scale-figure-written = Figure : { $path }
scale-person = personne
scale-machine = machine
scale-item = item
scale-head-item = item
scale-head-name = nom
scale-head-logits = log-cotes
scale-head-right = justes
scale-head-difficulty = difficulté
scale-head-between = entre
scale-head-slope = pente
scale-head-broken = défectueux
scale-head-wrong-key = clé fausse
scale-head-split = partagé
scale-head-rival = choisi à la place
scale-head-respondent = répondant
scale-head-kind = nature
scale-head-abstained = abstentions
scale-head-ability = habileté
scale-head-percentile = percentile
scale-axis-people = personnes │ items, machines
scale-axis-logits = habileté et difficulté (log-cotes)
scale-line-people = personnes
scale-line-items = items
scale-line-broken = items qui semblent défectueux
scale-chose-nothing = { $name } : il n'a choisi aucun candidat en { NUM($asked) } questions.
scale-unranked = Hors de l'échelle : { $why }
scale-all-unranked = { $placed ->
        [0] aucune machine ne peut être placée sur l'échelle
       *[other] seule { NUM($placed) } machine sur { NUM($machines) } peut être placée, et une échelle demande deux répondants
    }. { $why }
scale-share = { $name } { PERCENT($share) }
