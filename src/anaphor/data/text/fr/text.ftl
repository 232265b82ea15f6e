text-example = { $count ->
    [one] Il manque { NUM($count) } étiquette.
   *[other] Il manque { NUM($count) } étiquettes.
}
text-interface-en = anglais
text-interface-fr = français
text-place-field = champ { $field }
text-none = aucun
text-or = {" ou "}
text-kind-setting = réglage
text-did-you-mean = Vouliez-vous dire { $names } ?
text-known = Noms connus : { $names }.
text-unknown-name = { $kind } : le nom « { $name } » n'existe pas
text-missing-extra = { $need } demande un complément qui n'est pas installé
    .todo = Tapez : pip install 'anaphor[{ $extra }]'
text-word-table = table
text-word-figure = figure
text-no-frames = aucune bibliothèque de tableaux de données n'est installée
    .todo = Exécutez : pip install pandas (ou polars) ; to_dict() se passe des deux.
text-no-figure = { $count ->
    [0] un résultat { $record } n'a pas de figure
    [one] un résultat { $record } a une seule figure : le numéro { NUM($number) } n'existe pas
   *[other] un résultat { $record } a { NUM($count) } figures : le numéro { NUM($number) } n'existe pas
}
text-no-whole-number = { $setting } vaut { $given }
    .todo = Donnez un nombre entier à partir de 0.
text-no-such-value = { $setting } vaut { $given }, qui n'est aucun de { $known }
    .todo = Donnez l'un de ces mots, ou le membre de { $kind }.
