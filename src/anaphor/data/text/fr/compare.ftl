compare-help = Comparer des systèmes sur les mêmes items. Différences avec intervalles, tests exacts par schéma, rangs partagés.
    .runs = Deux exécutions ou plus d'une même collection.
    .outcomes = Les fichiers sont des tableaux de 0 et de 1, une colonne par système, ou des journaux d'évaluation.
    .cluster = Colonne de ce qui va ensemble dans ces tableaux.
    .without = Laisser de côté cette colonne des tableaux de 0 et de 1, ou ce système. Peut être répétée.
    .collection = La collection, un fichier ou un nom ; par défaut, celle que l'exécution nomme.
    .answers = Programme qui a écrit les réponses, s'il n'est pas reconnu : lm-eval, inspect, helm, every-eval-ever, openai-evals ou table.
    .people = Réponses humaines (lignes JSON), ou comptes (.csv, .tsv avec item, right, asked).
    .panel = Taille des panels qui élisent une référence ; par défaut, celle de l'enquête.
    .soft = Noter aussi par rapport à la distribution des personnes : des distances, et l'une de ces personnes comme repère.
    .interval = Façon de faire les intervalles.
    .times = Nombre d'échantillons ou de références tirés.
    .interface = Langue des phrases.

compare-one-run = une exécution seule ne se compare pas
    .todo = Donnez deux exécutions de la même collection, ou plus.
compare-other-questions = { $first } porte sur { $asked } et { $second } sur { $other } : la différence pourrait venir des questions
    .todo = Comparez des exécutions d'une même collection, dans le même état.
compare-outcomes-log = rien dans ce fichier ({ $format }) ne dit si une réponse est juste
    .todo = Donnez un journal évalué par l'exactitude, ou un tableau de 0 et de 1.
compare-outcomes-share = le journal donne à { $item } la part { $value }, qui n'est ni juste ni fausse
    .todo = Donnez un journal évalué par l'exactitude, ou un tableau de 0 et de 1.
compare-outcomes-both = le journal a deux fois l'item { $item }, et différemment
    .todo = Donnez un fichier par passage : des parties de plusieurs tâches, ou répétées, ne se distinguent pas ici.
compare-outcomes-other-item = { $item } est ici un autre item que dans le fichier précédent
    .todo = Comparez des passages d'une même tâche ; les items de deux tâches qui n'ont en commun que leurs numéros ne font pas de paires.
compare-outcomes-metric = { $file } : est juste ce que dit { $metrics }.
compare-outcomes-in-order = { $file } : aucune colonne ne nomme les items ; les lignes sont prises dans leur ordre.
compare-outcomes-logged = { $file } : lu comme { $format }, avec ce qui y est dit juste ou faux ({ $count ->
        [one] un item
       *[other] { NUM($count) } items
    } ; { $systems }).
compare-outcomes-read = { $file } : un tableau de 0 et de 1 avec { $count ->
        [one] un item
       *[other] { NUM($count) } items
    } et les systèmes { $systems } ; --without COLONNE en laisse un de côté.
compare-outcomes-by = Ce qui va ensemble est dans la colonne { $column } : on le tire en bloc.
compare-outcomes-left = { $count ->
        [one] La colonne { $columns } n'a ni 0 ni 1 ; elle est laissée
       *[other] Les colonnes { $columns } n'ont ni 0 ni 1 ; elles sont laissées
    } de côté.
compare-outcomes-known = { $count ->
        [one] La colonne { $columns } a des 0 et des 1, mais d'après son nom ce n'est pas celle d'un système : elle est laissée
       *[other] Les colonnes { $columns } ont des 0 et des 1, mais d'après leur nom ce ne sont pas celles de systèmes : elles sont laissées
    } de côté. Si c'en est une, donnez-lui un autre nom.
compare-outcomes-columns = Lu comme une ligne par réponse : items dans { $item }, systèmes dans { $system }, ce qui est juste dans { $right }.
compare-outcomes-long = le tableau a une ligne par réponse (la colonne { $system } nomme des systèmes), mais l'item ou ce qui est juste n'y est pas clair : il y a { $known }
    .todo = Nommez les colonnes item, system et correct (1 ou 0, un par item et système) ; ou donnez une ligne par item et une colonne par système.
compare-outcomes-skipped = { $count ->
        [one] Un item sans résultat de tous les systèmes est laissé
       *[other] { NUM($count) } items sans résultat de tous les systèmes sont laissés
    } de côté pour tous.
compare-outcomes-twice = le système { $name } est dans deux tableaux
    .todo = Donnez chaque système une fois, ou un autre nom à l'une des deux colonnes.
compare-outcomes-hole = { $count ->
        [one] { $name } n'a pas de résultat pour { $item }
       *[other] { NUM($count) } items n'ont pas de résultat de tous les systèmes : { $name } n'en a pas pour { $item }
    }
    .todo = Laissez ces items de côté pour tous : --missing skip ; ou comptez-les comme non réussis : abstain.
compare-outcomes-none = aucun item n'a de résultat de tous les systèmes
    .todo = Les tableaux sont joints par item : vérifiez les identifiants de la colonne item.
compare-outcomes-clusters = ce qui va ensemble peut être dans la colonne { $first } ou dans { $second }
    .todo = Dites laquelle : --cluster { $first }.
compare-outcomes-no-cluster = le tableau n'a pas de colonne { $name } : il y a { $known }
    .todo = Nommez une colonne du tableau.
compare-outcomes-systems = aucune colonne de ce tableau n'a de résultats, 0 ou 1 : il y a { $known }
    .todo = Donnez une ligne par item et une colonne par système, avec 1 pour juste et 0 pour faux.
compare-outcomes-no-item = cette ligne ne nomme aucun item
    .todo = Donnez un identifiant à chaque ligne, ou ôtez la colonne des identifiants.
compare-outcomes-cell = « { $cell } » dans la colonne { $column } n'est ni 0 ni 1
    .todo = Écrivez 1 pour juste, 0 pour faux, et rien là où il n'y a pas de résultat.
compare-outcomes-two-clusters = { $item } est dans un autre groupe dans un tableau précédent
    .todo = Donnez un seul groupe à chaque item.
compare-unranked = { $ranked ->
        [0] aucune exécution sur { $runs } ne peut être classée
       *[one] une seule exécution sur { $runs } peut être classée
    }, et une comparaison en demande deux. { $why }
