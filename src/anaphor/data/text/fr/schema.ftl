schema-empty = { $record }.{ $field } est vide
    .todo = Retirez-le.
schema-bad-span = un passage ne peut pas aller de { $start } à { $end }
schema-no-id = une question n'a pas d'identifiant
    .todo = Donnez un identifiant à chaque item.
schema-no-text = la question { $id } n'a pas de texte
schema-long-text = la question { $id } a un texte de plus de { NUM($most) } caractères
schema-candidates = la question { $id } { $count ->
    [0] n'a pas de candidats
   *[other] a { $count } candidats
}
    .todo = Donnez-en de 1 à { $most }.
schema-bad-candidate = la question { $id } a un candidat vide, ou sans fin
schema-readings = la question { $id } doit avoir une lecture (ou None) pour chaque candidat
schema-mark-outside = la question { $id } marque une place au-delà de la fin de son texte
schema-cues-overlap = question { $id } : ses indices ne se suivent pas
schema-bad-gap = question { $id } : un trou s'écrit _ ou reste vide, et rien d'autre ne s'écrit ainsi
schema-bad-count = { $right } bonnes réponses sur { $asked } personnes sont impossibles
schema-bad-key = item { $id } : la clé { $key } ne désigne aucun de ses { $count } candidats
schema-pairs = l'item { $id } n'a pas une paire par candidat
schema-no-item = le schéma { $id } n'a pas d'item
schema-conditions = le schéma { $id } nomme { $found } conditions pour { $wanted } variantes
    .todo = Donnez une condition par variante, ou aucune.
schema-other-item = le problème { $id } a un item appelé { $item }
schema-item-twice = deux items s'appellent { $name }
    .todo = Donnez à chacun son propre identifiant.
schema-entry-twice = deux entrées s'appellent { $name }
    .todo = Donnez à chacune son propre identifiant.
