text-example = { $count ->
    [one] Il manque { NUM($count) } étiquette.
   *[other] Il manque { NUM($count) } étiquettes.
}
text-interface-en = anglais
text-interface-fr = français
text-place-field = champ { $field }
text-none = aucun
text-or = {" ou "}
text-did-you-mean = Vouliez-vous dire { $names } ?
text-known = Noms connus : { $names }.
text-unknown-name = { $kind } : le nom « { $name } » n'existe pas
text-missing-extra = { $need } demande un complément qui n'est pas installé
    .todo = Tapez : pip install 'anaphor[{ $extra }]'
