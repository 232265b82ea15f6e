# Reading tables of labels: what is said of them
labels-encoding = Le fichier n'est pas en UTF-8 et est lu en { $encoding } ; indiquez --encoding si c'est faux.
labels-encodings = { NUM($count) } { $count ->
    [one] ligne n'est pas en UTF-8, alors que d'autres le sont : elle est lue
   *[other] lignes ne sont pas en UTF-8, alors que d'autres le sont : elles sont lues
 } en { $encoding }. Indiquez --encoding si c'est faux.
labels-titles = { $rows ->
    [one] La ligne au-dessus de l'en-tête est laissée de côté
   *[other] Les { NUM($rows) } lignes au-dessus de l'en-tête sont laissées de côté
 } (« { $first } ») ; --skip-rows dit combien il y en a.
labels-skipped = { NUM($count) } { $count ->
    [one] ligne
   *[other] lignes
 } sur { NUM($lines) }, illisibles, { $count ->
    [one] est laissée
   *[other] sont laissées
 } de côté (--skip-bad) : { $listed }.
labels-gone = { NUM($count) } { $count ->
    [one] ligne est laissée
   *[other] lignes sont laissées
 } de côté : la colonne « { $column } » dit { $values }. Pour les mesurer à part, indiquez --where { $where }.
labels-unfinished = { NUM($count) } { $count ->
    [one] personne n'est pas allée
   *[other] personnes ne sont pas allées
 } jusqu'au bout (colonne « { $column } ») ; leurs réponses comptent.
labels-beside = La colonne « { $column } » est laissée de côté : d'après son nom, elle n'est celle d'aucun annotateur. Si elle l'est, dites --layout items.
labels-without = La colonne « { $column } » est laissée de côté, comme le dit --without.
labels-empty = La colonne « { $column } » est laissée de côté : elle est vide.
labels-compared = La colonne « { $column } » est laissée de côté : elle dit où d'autres sont égales. Si c'est celle d'un annotateur, dites --layout items.
labels-other-answers = La colonne « { $column } » est laissée de côté : ses réponses ne sont jamais celles données à la plupart des autres, comme quand on interroge les gens sur eux-mêmes. Si c'est un item, énumérez toutes les classes par --classes.
labels-about-people = D'après leur texte, ces questions portent sur les personnes : { $names }. Si ce ne sont pas des items, dites { $options }.
labels-summary = { $count ->
    [one] La dernière ligne est laissée
   *[other] Les { NUM($count) } dernières lignes sont laissées
 } de côté ({ $names }) : ce qui résume les autres n'est pas un item. Sinon, dites --layout items.
labels-of-collection = Les étiquettes sont des candidats des items de { $name }, par leur place à partir de 0.{ $strange ->
    [0] {""}
    [one] {" "}Un item n'y est pas et est laissé de côté.
   *[other] {" "}{ NUM($strange) } items n'y sont pas et sont laissés de côté.
 }{ $lost ->
    [0] {""}
    [one] {" "}Une étiquette n'est pas un candidat de son item et est laissée de côté.
   *[other] {" "}{ NUM($lost) } étiquettes ne sont pas des candidats de leurs items et sont laissées de côté.
 }
labels-sheet = La feuille « { $sheet } » a été lue, la plus grande (les autres : { $others }). Pour en mesurer une autre, enregistrez-la dans un fichier à part.
labels-sets = { NUM($count) } { $count ->
    [one] étiquette est un ensemble
   *[other] étiquettes sont des ensembles
 } de plusieurs étiquettes (« { $example } ») : chaque ensemble est une classe. Pour compter ce que deux ensembles partagent, dites --distance masi ou --distance jaccard.
labels-majority = La colonne « { $column } » est laissée de côté : pour les { NUM($items) } items sur lesquels les autres diffèrent, elle dit toujours ce que dit leur majorité, comme un verdict. Si c'est celle d'un annotateur, dites --layout items.
labels-verdict-word = La colonne « { $column } » est laissée de côté : à côté d'une colonne par annotateur, c'est un verdict. Si c'est celle d'un annotateur, dites --layout items.
labels-no-names = Aucun nom de colonne ne le dit : si les items et les annotateurs sont inversés, dites --item { $item } --annotator { $annotator } --label { $label }.
labels-verdict-annotator = Laissé de côté, car un verdict n'est l'étiquette de personne : { $names }. Si c'est un annotateur, donnez-lui un autre nom.
labels-tokens = Ce sont des parties de textes qui ont reçu des étiquettes ; on les lit mot par mot, et un mot hors de toute partie est O. Là où presque tout est O, regardez aussi l'accord sur chaque classe.
labels-ranks = Les étiquettes sont des classements : chaque option d'un item est un item à part, et son rang est l'étiquette, sur une échelle ordinale. Si tous classent les mêmes options, l'α ordinal est, à une petite correction près, la corrélation moyenne des rangs (Spearman) de deux annotateurs.
labels-buckets = Des options ont été réparties en groupes : chaque option d'un item est un item à part, et son groupe est l'étiquette.
labels-question = De plusieurs questions, une seule a été lue : { $question }.
labels-files = { NUM($count) } { $kind ->
    [sheets] feuilles ont été lues
   *[files] fichiers ont été lus
 } comme un seul tableau.
labels-files-people = { NUM($count) } { $kind ->
    [sheets] feuilles ont été lues comme un seul tableau : chacune est celle d'un annotateur, qui porte le nom de la feuille.
   *[files] fichiers ont été lus comme un seul tableau : chacun est celui d'un annotateur, qui porte le nom du fichier.
 }
labels-study = Une étude de `experiment import` : les personnes sont les annotateurs, et l'étiquette est le numéro du candidat, à partir de 0. Personne n'est écarté ici, à la différence de `experiment analyse`.{ $left ->
    [0] {""}
    [one] {" "}Une réponse à ce qui n'est pas un item est laissée de côté.
   *[other] {" "}{ NUM($left) } réponses à ce qui n'est pas un item sont laissées de côté.
 }
labels-all-once = Rien de ce que nomme la colonne « { $name } » n'a été étiqueté par deux personnes. Si elle numérote les lignes, nommez la colonne des items : --item COLONNE.
labels-files-empty = Laissés de côté, faute d'étiquette : { $names }.
labels-tool = Lu comme des étiquettes de { $tool } : items dans { $item }, annotateurs dans { $annotator }, étiquettes dans { $label }.
labels-tool-votes = Lu comme des étiquettes de { $tool } : items dans { $item }, une liste d'étiquettes pour chacun dans { $label } ; aucun champ ne dit de qui elles sont.
labels-tool-left = { NUM($count) } { $count ->
    [one] annotation est laissée
   *[other] annotations sont laissées
 } de côté : passées, ignorées, non envoyées, vides, ou verdicts.

# Reading tables of labels: errors
labels-skip-one = Corrigez cette ligne, ou laissez-la de côté avec --skip-bad (sur { NUM($lines) }).
labels-bad-lines = { NUM($count) } lignes sur { NUM($lines) } sont illisibles : { $listed }
    .todo = Corrigez-les, ou laissez-les de côté avec --skip-bad.
labels-skipped-all = il ne reste rien sous { NUM($rows) } { $rows ->
    [one] ligne
   *[other] lignes
 }
    .todo = Donnez un --skip-rows plus petit.
labels-again = le tableau recommence ici : sa première ligne ou son premier objet y figure deux fois
    .todo = Donnez chaque tableau dans un fichier à part, ou ôtez l'un d'eux.
labels-unclear = on ne sait pas quelles colonnes sont l'item, l'annotateur et l'étiquette parmi : { $columns }
    .todo = Tapez : { $command }
labels-rows-alike = plusieurs lignes s'appellent { $name } : ce n'est donc pas une ligne par item ; les colonnes sont { $columns }
    .todo = Si chaque ligne est une étiquette, tapez : { $command }
labels-several-questions = les annotateurs répondent à plusieurs questions sur un item ({ $question }), et on en mesure une à la fois ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-verdict-column = la colonne { $label } dit une seule chose de chaque item, comme un verdict, et { $other } dit ce qui diffère ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-each-once = rien de ce que nomme la colonne { $name } n'est étiqueté par deux personnes, comme lorsqu'elle numérote les lignes ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-two-labels = les étiquettes peuvent être dans la colonne { $label } ou dans { $other } ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-one-class = toutes les étiquettes seraient { $label } : l'étiquette est donc ailleurs ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-one-item = il n'y aurait qu'un item, { $item } ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-class-each = il y aurait { $classes } classes pour { $items } items : ce ne sont donc pas des étiquettes ; les colonnes sont { $columns }
    .todo = Si l'une d'elles contient des étiquettes, tapez : { $command } – pour des choix parmi les candidats d'une collection, dites --collection NOM
labels-accept-reject = accept et reject disent si une étiquette est juste, pas laquelle c'est ; les colonnes sont { $columns }
    .todo = Si ce sont les étiquettes, tapez : { $command }
labels-spans = ce sont des étiquettes de parties d'un texte, d'une image ou d'un son, et où ces parties commencent et finissent ne peut être lu
    .todo = Donnez à chaque partie deux nombres, début et fin, et une étiquette, comme l'outil les exporte ; ou exportez des classifications, ou un tableau item, annotator, label.
labels-two-tools = le fichier convient à plusieurs formats ({ $fits }), et chacun le lirait autrement
    .todo = Tapez : { $command } (ou { $rest })
labels-not-from = le fichier n'a pas ce que { $layout } écrit
    .todo = Omettez --layout : ce qui est reconnu est dit ; ou donnez un autre nom.
labels-no-webanno = aucun mot n'y a de trait d'une couche de segments ; de WebAnno TSV, on lit la version 3
    .todo = Exportez les annotations en WebAnno TSV 3.3, avec une couche de segments.
labels-no-question = aucune question ne s'y appelle { $question }
    .todo = Ne nommez pas de question : s'il y en a plusieurs, elles seront énumérées.
labels-turk = c'est un lot de { $platform }, et on ne sait pas quelles réponses sont des étiquettes ({ $answers }) ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-survey = c'est une enquête, une ligne par répondant, et on ne sait pas quelles colonnes sont les items parmi : { $columns }
    .todo = Tapez : { $command }
labels-blocks = les colonnes { $names } n'ont aucune étiquette en commun avec les autres, comme les réponses à une autre question ; les colonnes sont { $columns }
    .todo = Tapez : { $command }
labels-row = { $name }, ligne { NUM($row) }
labels-nested-cell = une cellule de cette colonne est de type { $kind } ; il faut un texte, un nombre, une date, ou bien True et False
    .todo = Donnez à chaque étiquette sa propre ligne ; plusieurs étiquettes d'une même personne tiennent dans une cellule sous la forme a|b.
labels-not-of-collection = aucune étiquette n'est un candidat d'un item de { $name } ; le premier item s'appelle { $item }
    .todo = Nommez la collection qui a été exportée vers l'outil, ou omettez --collection.
