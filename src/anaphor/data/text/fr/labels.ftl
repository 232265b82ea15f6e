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
labels-gone-empty = { NUM($count) } { $count ->
    [one] ligne est laissée
   *[other] lignes sont laissées
 } de côté : la colonne « { $column } » est vide, comme pour qui n'a pas terminé. Pour les compter, indiquez --without { $name }.
labels-nobody-finished = D'après la colonne « { $column } », personne n'a terminé : elle dit donc autre chose, et toutes les lignes comptent.
labels-few-labels = { $who } a étiqueté { NUM($count) } items sur { NUM($items) }, alors que la plupart des autres les ont presque tous étiquetés. Si cette personne n'a pas terminé, indiquez --without { $name }.
labels-abstained = { $cell } est lu comme « pas d'étiquette », comme l'écrivent Snorkel et d'autres programmes. Si c'est une classe, indiquez --present={ $cell }.
labels-fractions = La colonne « { $column } » est laissée de côté : elle contient des probabilités ou des parts, et les autres des étiquettes.
labels-rows-of-nothing = { NUM($count) } { $count ->
    [one] ligne qui ne nomme aucun item et ne contient aucune étiquette est laissée
   *[other] lignes qui ne nomment aucun item et ne contiennent aucune étiquette sont laissées
 } de côté.
labels-two-headers = Les noms des colonnes occupent { NUM($rows) } lignes, lues comme une seule (« { $example } »).
labels-names-one = Les noms { $one } et { $two } n'en font qu'un{ $count ->
    [one] {""}
   *[other] , comme { NUM($count) } paires en tout
 } : chaque fichier ou personne écrit les nombres entiers dans un seul format, comme le font les tableurs.
labels-names-apart = Les noms { $one } et { $two } sont deux noms{ $count ->
    [one] {""}
   *[other] , comme dans { NUM($count) } cas de ce genre
 } : les noms sont des textes, pas des nombres. S'ils n'en font qu'un, écrivez-les de la même façon dans le fichier.
labels-people-alike = Les annotateurs { $one } et { $two } ne diffèrent que par les majuscules ou les espaces{ $count ->
    [one] {""}
   *[other] , comme { NUM($count) } paires de ce genre en tout
 }, et sont ici deux personnes. S'il n'y en a qu'une, écrivez le nom de la même façon dans le fichier.
labels-slots = Lu comme des paires de colonnes : { $people } disent qui a étiqueté, { $labels } ce qui a été dit.
labels-known-order = Les classes sont les mots d'une échelle connue, dans son ordre : { $classes }. Si ce n'est pas le bon, précisez l'ordre avec --classes.
labels-by-annotator = Lu comme du JSON par annotateur : les noms extérieurs sont les annotateurs.
labels-repetitions-apart = La colonne « { $column } » numérote des répétitions ({ NUM($count) }) : l'item de chaque répétition est un item à part, de sorte que personne n'est comparé à soi-même. Ces items ne sont pas indépendants, et les intervalles sur les items sont trop étroits. Pour n'avoir qu'une étiquette par item et annotateur, précisez --repeats first, last ou majority.
labels-repetitions = La colonne « { $column } » numérote des répétitions ({ NUM($count) }) : des étiquettes d'un annotateur pour un item, dans l'ordre de cette colonne, une seule compte ({ $rule }).
labels-total = La colonne « { $column } » est laissée de côté en tant que total : à chaque ligne, elle est la somme des colonnes { $names }. Pour la compter comme une classe, énumérez toutes les classes avec --classes.
labels-maybe-total = La colonne « { $column } » est à chaque ligne la somme des colonnes { $names }, mais trop peu de lignes diffèrent pour distinguer un total d'une classe : elle est gardée. Si c'est un total, laissez-la de côté avec { $option }.
labels-margins = Lignes et colonnes laissées de côté, car elles sont la somme des autres : { $names }.
labels-index = La colonne « { $column } » est laissée de côté : elle numérote les lignes.
labels-at-chance = La colonne « { $column } » ne s'accorde pas mieux avec les autres que par hasard, alors que celles-ci s'accordent entre elles. Si elle n'est pas celle d'un annotateur, précisez --without { $name }.
labels-beside = La colonne « { $column } » est laissée de côté : d'après son nom, elle n'est celle d'aucun annotateur.
labels-without = La colonne « { $column } » est laissée de côté, comme le dit --without.
labels-empty = La colonne « { $column } » est laissée de côté : elle est vide.
labels-compared = La colonne « { $column } » est laissée de côté : elle dit où d'autres sont égales.
labels-other-answers = La colonne « { $column } » est laissée de côté : ses réponses ne sont jamais celles données à la plupart des autres, comme quand on interroge les gens sur eux-mêmes. Si c'est un item, énumérez toutes les classes par --classes.
labels-about-people = D'après leur texte, ces questions portent sur les personnes : { $names }. Si ce ne sont pas des items, dites { $options }.
labels-summary = { $count ->
    [one] La dernière ligne est laissée
   *[other] Les { NUM($count) } dernières lignes sont laissées
 } de côté ({ $names }) : ce qui résume les autres n'est pas un item.
labels-row-alone = La ligne « { $row } » est laissée de côté : ce qui s'y trouve ({ $cells }) ne se trouve nulle part ailleurs, comme dans une seconde ligne d'en-têtes ou un récapitulatif.
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
labels-mean = La colonne « { $column } » est laissée de côté : à chaque ligne, c'est la moyenne ou la médiane des autres colonnes.
labels-majority = La colonne « { $column } » est laissée de côté : pour les { NUM($items) } items sur lesquels les autres diffèrent, elle dit toujours ce que dit leur majorité, comme un verdict.
labels-verdict-word = La colonne « { $column } » est laissée de côté : à côté d'une colonne par annotateur, c'est un verdict.
labels-no-names = Aucun nom de colonne ne dit où sont les items et où sont les annotateurs.
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
labels-rows-alike = plusieurs lignes s'appellent { $name } : ce n'est donc pas une ligne par item ; les colonnes sont { $columns }
labels-several-questions = les annotateurs répondent à plusieurs questions sur un item ({ $question }), et on en mesure une à la fois ; les colonnes sont { $columns }
labels-verdict-column = la colonne { $label } dit une seule chose de chaque item, comme un verdict, et { $other } dit ce qui diffère ; les colonnes sont { $columns }
labels-each-once = rien de ce que nomme la colonne { $name } n'est étiqueté par deux personnes, comme lorsqu'elle numérote les lignes ; les colonnes sont { $columns }
labels-two-labels = les étiquettes peuvent être dans la colonne { $label } ou dans { $other } ; les colonnes sont { $columns }
labels-one-class = toutes les étiquettes seraient { $label } : l'étiquette est donc ailleurs ; les colonnes sont { $columns }
labels-one-item = il n'y aurait qu'un item, { $item } ; les colonnes sont { $columns }
labels-class-each = il y aurait { $classes } classes pour { $items } items : ce ne sont donc pas des étiquettes ; les colonnes sont { $columns }
    .todo = Des choix parmi les candidats d'une collection sont lus par anaphor agreement measure --collection NOM.
labels-accept-reject = accept et reject disent si une étiquette est juste, pas laquelle c'est ; les colonnes sont { $columns }
labels-spans = ce sont des étiquettes de parties d'un texte, d'une image ou d'un son, et où ces parties commencent et finissent ne peut être lu
    .todo = Donnez à chaque partie deux nombres, début et fin, et une étiquette, comme l'outil les exporte ; ou exportez des classifications, ou un tableau item, annotator, label.
labels-two-tools = le fichier convient à plusieurs formats ({ $fits }), et chacun le lirait autrement
labels-not-from = le fichier n'a pas ce que { $layout } écrit
    .todo = Omettez --layout : ce qui est reconnu est dit ; ou donnez un autre nom.
labels-consensus = c'est un tableau d'`agreement consensus` : une étiquette par item, tirée de celles des annotateurs, avec des poids. Personne n'a donné ces étiquettes, il n'y a donc pas d'accord à mesurer : donnez les étiquettes dont il est tiré
labels-log = c'est un journal de { $program } : ce que des systèmes ont répondu, non des étiquettes d'annotateurs. `anaphor score JOURNAL --collection NOM` le note, `anaphor compare --outcomes JOURNAL JOURNAL` met deux systèmes côte à côte ; pour prendre des systèmes comme annotateurs, donnez un journal de chacun : `anaphor agreement measure JOURNAL JOURNAL --collection NOM`
labels-unread-log = c'est un journal de { $program } : ce que des systèmes ont répondu, non des étiquettes d'annotateurs, et aucune commande ne le lit. Pour `anaphor compare --outcomes`, donnez un tableau avec une ligne par item et une colonne par système, 1 pour juste et 0 pour faux
labels-no-webanno = aucun mot n'y a de trait d'une couche de segments ; de WebAnno TSV, on lit la version 3
    .todo = Exportez les annotations en WebAnno TSV 3.3, avec une couche de segments.
labels-no-question = aucune question ne s'y appelle { $question }
    .todo = Ne nommez pas de question : s'il y en a plusieurs, elles seront énumérées.
labels-turk = c'est un lot de { $platform }, et on ne sait pas quelles réponses sont des étiquettes ({ $answers }) ; les colonnes sont { $columns }
labels-survey = c'est une enquête, une ligne par répondant, et on ne sait pas quelles colonnes sont les items parmi : { $columns }
labels-blocks = les colonnes { $names } n'ont aucune étiquette en commun avec les autres, comme les réponses à une autre question ; les colonnes sont { $columns }
labels-crossed = les colonnes contiennent plusieurs questions ({ $questions }), auxquelles répondent plusieurs annotateurs ({ $names }), et on en mesure une à la fois
labels-shares = les colonnes ({ $names }) contiennent des parts ou des probabilités dont la somme est 1 ou 100 %, et ce ne sont pas des étiquettes : il manque le nombre de votants
    .todo = Donnez le nombre de votes pour chaque classe, ou une colonne par annotateur.
labels-pairs = les lignes et les colonnes ont les mêmes noms ({ $names }) et contiennent des chiffres par paire, ou des parts de deux annotateurs croisés, et non des étiquettes
    .todo = Donnez ce que chaque annotateur a dit de chaque item, ou le nombre d'items de chaque case.
labels-figures = la colonne { $name } contient un coefficient d'accord : ce sont des chiffres tirés d'étiquettes, et non des étiquettes
    .todo = Donnez le tableau dont ils sont tirés.
labels-other-words = la colonne { $name } dit ce que disent les autres, avec ses propres mots ({ $words }), et serait laissée de côté
    .todo = Écrivez-les de la même façon si ce sont les mêmes étiquettes, ou laissez la colonne de côté par --without { $option }.
labels-only-right-maybe = La colonne { $column } dit peut-être juste ou faux par 1 et 0 : l'accord est alors celui sur la réussite, et non sur ce qui a été choisi.
labels-scores = les colonnes ({ $names }) contiennent des nombres de 0 à 1 qui ne s'accordent pas entre eux : il semble que ce soient des scores de classes ou des parts de personnes, et non des étiquettes
    .todo = Donnez le nombre de votes pour chaque classe, ou une colonne par annotateur. Si chaque colonne contient les nombres d'un annotateur, précisez --layout items.
labels-across = prises pour des annotateurs, les colonnes ne s'accordent pas mieux que par hasard, alors que les lignes s'accordent : les personnes sont peut-être en lignes et ce qu'elles ont jugé en colonnes ; les colonnes sont { $columns }
labels-repeated = les annotateurs étiquettent plusieurs fois un item, et la colonne { $column } numérote les répétitions ; les colonnes sont { $columns }
labels-key = la colonne { $name } ne suffit pas à nommer les items, car les annotateurs étiquettent plusieurs fois le même nom ; les colonnes sont { $columns }
labels-key-wide = aucune colonne ne nomme seule les lignes, alors que les colonnes { $names } les nomment ensemble ; les colonnes sont { $columns }
labels-counting = les colonnes { $names } numérotent ou regroupent les lignes et ne s'accordent pas mieux avec les autres que par hasard : elles ne semblent contenir les étiquettes de personne ; les colonnes sont { $columns }
labels-no-order = ces classes sont des mots sans ordre connu ({ $classes }), et un coefficient ordinal en demande un
    .todo = Précisez l'ordre, du plus bas au plus haut, avec --classes, séparé par des virgules ; ou omettez --scale.
labels-repetition-item = dans un tableau qui a une colonne par annotateur, { $column } numérote les répétitions d'items qu'aucune option ne nomme
    .todo = Précisez aussi la colonne des items avec --item.
labels-brat-no-text = le texte auquel appartiennent ces annotations manque
    .todo = Placez à côté le fichier .txt du même nom.
labels-brat-texts = le texte de { $document } n'est pas le même que dans { $other }
    .todo = Donnez des annotations d'un seul et même texte.
labels-brat-line = cette ligne n'est pas celle d'un fichier d'annotations de brat
    .todo = Donnez des fichiers .ann comme brat les écrit : T1, une tabulation, l'étiquette, les places de début et de fin, une tabulation, le texte.
labels-many-files = le dossier contient { NUM($count) } fichiers, plus que { NUM($most) }
    .todo = Indiquez un dossier qui ne contient que les annotations.
labels-sizes = { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, { NUM($annotators) } { $annotators ->
    [one] annotateur
   *[other] annotateurs
 }, { NUM($classes) } { $classes ->
    [one] classe
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] étiquette
   *[other] étiquettes
 }
labels-sizes-votes = { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, annotateurs sans nom, { NUM($classes) } { $classes ->
    [one] classe
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] vote
   *[other] votes
 }
labels-otherwise = S'il s'agit d'autre chose : { $options } donne { $sizes }.
labels-advice = Tapez ({ $sizes }) : { $command }
labels-advice-several = D'autres lectures fonctionnent aussi : { $others }. Tapez ({ $sizes }) : { $command }
labels-advice-other = { $options } ({ $sizes })
labels-advice-none = Aucune des lectures essayées ne donne d'étiquettes : il manque une colonne qui nomme les items, une qui nomme les annotateurs ou une qui contient les étiquettes ; si elles y sont, précisez-les avec --item, --annotator et --label.
labels-row = { $name }, ligne { NUM($row) }
labels-nested-cell = une cellule de cette colonne est de type { $kind } ; il faut un texte, un nombre, une date, ou bien True et False
    .todo = Donnez à chaque étiquette sa propre ligne ; plusieurs étiquettes d'une même personne tiennent dans une cellule sous la forme a|b.
labels-not-of-collection = aucune étiquette n'est un candidat d'un item de { $name } ; le premier item s'appelle { $item }
    .todo = Nommez la collection qui a été exportée vers l'outil, ou omettez --collection.
labels-only-right = la colonne { $column } dit si les réponses étaient justes, et non ce qui a été choisi : l'accord y est bas partout où la plupart des réponses sont justes, si bien que l'on s'accorde
    .todo = Nommez la colonne de ce qui a été choisi par --label, ou donnez les réponses avec leur collection (--collection). S'il s'agissait de juger si quelque chose est juste, précisez --label { $column }.
labels-only-right-asked = La colonne { $column } dit juste ou faux : l'accord est celui de jugements, ou du fait d'avoir juste ; ce n'est pas celui des choix.
labels-only-right-study = l'étude dit seulement, pour tous les items, si les réponses étaient justes, et non ce qui a été choisi
    .todo = Importez de nouveau les réponses avec une colonne de ce qui a été choisi (`experiment import` liste les colonnes connues), ou avec la collection posée (--collection).
labels-only-right-left = { NUM($count) } { $count ->
    [one] réponse est écartée
   *[other] réponses sont écartées
 } : on n'en sait que juste ou faux.
