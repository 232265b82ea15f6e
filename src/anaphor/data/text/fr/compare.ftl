compare-help = Comparer des systèmes sur les mêmes items. Différences avec intervalles, tests exacts par schéma, rangs partagés.
    .runs = Deux passages ou plus d'une même collection.
    .collection = La collection, un fichier ou un nom ; par défaut, celle que le passage nomme.
    .people = Réponses humaines (lignes JSON), ou comptes (.csv, .tsv avec item, right, asked).
    .panel = Taille des panels qui élisent une référence ; par défaut, celle de l'enquête.
    .interval = Façon de faire les intervalles.
    .times = Nombre d'échantillons ou de références tirés.
    .interface = Langue des phrases.

compare-one-run = un passage seul ne se compare pas
    .todo = Donnez deux passages de la même collection, ou plus.
compare-other-questions = { $first } porte sur { $asked } et { $second } sur { $other } : la différence pourrait venir des questions
    .todo = Comparez des passages d'une même collection, dans le même état.
