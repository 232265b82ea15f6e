agreement-join = {"\u202F"};{" "}
agreement-read-long = Lu comme une ligne par étiquette : items dans { $item }, annotateurs dans { $annotator }, étiquettes dans { $label }.
agreement-read-votes = Lu comme des votes anonymes ({ NUM($votes) }) : rien ne dit de qui ils sont. Si une colonne le dit, indiquez-la par --annotator.
agreement-read-tallies = Lu comme des votes par item ({ NUM($votes) }) : personne ne sait de qui ils sont.
agreement-verdict-alone = La seule colonne d'étiquettes, « { $column } », semble être un verdict : rien n'y peut s'accorder ni différer.
agreement-read-items = Lu comme un tableau large : une ligne par item ({ NUM($rows) }), une colonne par annotateur ({ NUM($columns) } : { $names }) ; --without NOM en laisse une de côté.
agreement-read-annotators = Lu comme un tableau large : une ligne par annotateur ({ NUM($rows) } : { $names }), une colonne par item ({ NUM($columns) }).
agreement-read-counts = Lu comme des nombres de votes : une ligne par item ({ NUM($items) }), une colonne par classe ({ NUM($classes) }), de { NUM($fewest) } à { NUM($most) } votes par item.
agreement-read-counts-equal = Lu comme des nombres de votes : une ligne par item ({ NUM($items) }), une colonne par classe ({ NUM($classes) }), { NUM($most) } votes par item.
agreement-maybe-labels = Les sommes des lignes disent que ces nombres sont des votes.
agreement-maybe-votes = Aucun nom ne dit que les colonnes sont des annotateurs.
agreement-header-of-labels = La première ligne ({ $row }) est lue comme les noms des colonnes, alors que ce sont aussi des étiquettes plus bas ; si c’est un item, mettez une ligne de noms au-dessus.
agreement-which-way-round = Aucun nom ne dit dans quel sens est le tableau.
agreement-read-crossed = Lu comme le croisement de deux annotateurs ({ NUM($items) } items) : l'un en lignes, l'autre en colonnes, les cases comptent des items.
agreement-read-batch = Lu comme { NUM($columns) } { $columns ->
    [one] étiquette
   *[other] étiquettes
 } côte à côte dans { NUM($rows) } { $rows ->
    [one] ligne
   *[other] lignes
 } : étiquettes dans { $labels }, items dans { $items }.
agreement-read-lewidi = Lu comme un JSON d'items, chacun avec ses annotateurs et leurs étiquettes.
agreement-read-classes = Lu comme des lignes JSON avec un champ par classe ({ $classes }), qui nomme ceux qui l'ont choisie.
agreement-several-labels = { NUM($count) } fois, un annotateur a choisi plusieurs classes pour un item : un tel ensemble (a|b) est une classe à part.
agreement-read-answers = Lu comme des réponses : les répondants sont les annotateurs, les candidats choisis les classes.
agreement-abstentions-missing = { NUM($count) } { $count ->
    [one] abstention compte comme étiquette manquante
   *[other] abstentions comptent comme étiquettes manquantes
 }.
agreement-header-differs = L'en-tête dit { $name }={ $stated }, et il y en a { $count }.
agreement-holes = { NUM($count) } { $count ->
    [one] étiquette manque
   *[other] étiquettes manquent
 }.
agreement-holes-cells = { NUM($count) } { $count ->
    [one] étiquette manque
   *[other] étiquettes manquent
 } : les cases { $cells } n'en contiennent pas (sinon : --present).
agreement-spelled-alike = Des étiquettes écrites de plusieurs façons sont une seule classe : { $groups }. Pour les séparer, énumérez-les par --classes.
agreement-doubtful = { $cells } peut signifier l'absence d'étiquette ; ici c'est une classe. Si ce n'en est pas une, dites --missing '{ $first }'.
agreement-capitals = Les classes « { $one } » et « { $two } » ne diffèrent que par la casse ; si c'est la même, dites --merge '{ $one }={ $one },{ $two }'.
agreement-odd-label = L'étiquette « { $label } » n'est pas un nombre, alors que la plupart en sont ; c'est une classe à part.
agreement-left-out-verdict = La colonne « { $column } » est laissée de côté : un verdict n'est l'étiquette de personne.
agreement-left-out-names = La colonne « { $column } » est laissée de côté : ses valeurs ne sont pas des étiquettes.
agreement-left-out-foreign = La colonne « { $column } » est laissée de côté : elle n'a aucune valeur en commun avec une autre.
agreement-repeated-rows = Les lignes ont été répétées autant de fois que le dit la colonne « { $column } ».
agreement-repeats-first = { NUM($count) } { $count ->
    [one] étiquette répétée
   *[other] étiquettes répétées
 } d'un annotateur pour un item : la première compte.
agreement-repeats-last = { NUM($count) } { $count ->
    [one] étiquette répétée
   *[other] étiquettes répétées
 } d'un annotateur pour un item : la dernière compte.
agreement-repeats-majority = { NUM($count) } { $count ->
    [one] étiquette répétée
   *[other] étiquettes répétées
 } d'un annotateur pour un item : la plus fréquente compte.
agreement-repeats-tied = Pour { NUM($count) } d'entre elles il y a égalité, donc pas d'étiquette.
agreement-cut = L'échelle a été coupée à { $where } : { NUM($before) } classes en sont devenues { NUM($after) }.
agreement-many-numbers = Les { NUM($classes) } classes sont des nombres de { $low } à { $high } : une majorité se forme sur des nombres exactement égaux. Pour confondre des nombres voisins, coupez l'échelle, par exemple --cut { $points }.
agreement-merged = Des classes ont été regroupées : { NUM($before) } en sont devenues { NUM($after) }.
agreement-headline-nothing = On ne peut rien dire d'un autre panel de { NUM($size) } : { $why }.
agreement-headline = Avec un autre panel de { NUM($size) }, { PERCENT($rate) } de vos étiquettes changeraient{ $better }.
agreement-headline-sure = Avec un autre panel de { NUM($size) }, { PERCENT($rate) } ({ PERCENT($low, sign: 0) }–{ PERCENT($high, sign: 0) }) de vos étiquettes changeraient{ $better }.
agreement-headline-single = Avec un autre annotateur, { PERCENT($rate) } de vos étiquettes changeraient{ $better }.
agreement-headline-single-sure = Avec un autre annotateur, { PERCENT($rate) } ({ PERCENT($low, sign: 0) }–{ PERCENT($high, sign: 0) }) de vos étiquettes changeraient{ $better }.
agreement-rate = { PERCENT($rate) }
agreement-rate-sure = { PERCENT($rate) } ({ PERCENT($low, sign: 0) }–{ PERCENT($high, sign: 0) })
agreement-better-one = {"\u202F"}; avec { NUM($size) } personnes, ce serait { $rate }
agreement-better-two = {"\u202F"}; avec { NUM($size) } personnes, ce serait { $rate }, avec { NUM($more) }, { $less }
agreement-verdict-steady = Stable : { PERCENT($high) } au plus changeraient.
agreement-verdict-fair = Assez stable : de { PERCENT($low, sign: 0) } à { PERCENT($high) } changeraient.
agreement-verdict-unsteady = Pas stable : { PERCENT($low) } au moins changeraient. Faites étiqueter chaque item par plus de personnes, ou revoyez les consignes, avant de prendre ces étiquettes pour référence.
agreement-verdict-open = Indécis : de { PERCENT($low) } à { PERCENT($high) } peuvent changer. Plus de personnes sur une partie des items trancheraient.
agreement-median = Avec un autre panel de { NUM($size) }, la médiane changerait pour { $moved } de vos items, et de plus d'un échelon pour { $far }{ $better }.
agreement-median-better = {"\u202F"}; avec { NUM($size) } personnes, ce serait { $moved } et { $far }
agreement-steps-alike = Comptées comme des classes, où un échelon est un changement comme un autre (4 → 5 comme 1 → 5), { $rate } des étiquettes les plus fréquentes changeraient.
agreement-mean = Avec un autre panel de { NUM($size) }, la moyenne d'un item bougerait de { NUM($move, as: "g") } ({ NUM($low, as: "g") }–{ NUM($high, as: "g") } ; écart quadratique moyen), et de plus de { NUM($rare, as: "g") } environ pour un item sur vingt, les étiquettes s'étendant sur { NUM($span, as: "g") }{ $better }.
agreement-mean-better = {"\u202F"}; avec { NUM($size) } personnes, ce serait { NUM($move, as: "g") } ({ NUM($low, as: "g") }–{ NUM($high, as: "g") })
agreement-mean-steady = Stable : les moyennes de { NUM($size) } personnes ont une fidélité de { NUM($icc, digits: 3) } (corrélation intraclasse ; une seule étiquette : { NUM($single, digits: 3) }).
agreement-mean-fair = Assez stable : les moyennes de { NUM($size) } personnes ont une fidélité de { NUM($icc, digits: 3) } (corrélation intraclasse ; une seule étiquette : { NUM($single, digits: 3) }).
agreement-mean-unsteady = Pas stable : les moyennes de { NUM($size) } personnes n'ont qu'une fidélité de { NUM($icc, digits: 3) } (corrélation intraclasse ; une seule étiquette : { NUM($single, digits: 3) }).
agreement-wide = Items sur lesquels on diffère le plus (écart type) : { $items }.
agreement-wide-item = { $item } ({ NUM($spread, as: "g") })
agreement-taken-for-numbers = Les { NUM($count) } étiquettes différentes sont prises pour des quantités (--scale interval ou ratio le dit), de sorte qu'aucune majorité n'est comptée.
agreement-uneven = Les annotateurs ne se valent pas : un dixième des étiquettes vient de personnes d'accord avec les autres sur moins de { PERCENT($low) }, un dixième de personnes d'accord sur plus de { PERCENT($high) } (plus que le hasard ne le permet, test de permutation, p { PVALUE($p) }). Les taux et leurs parenthèses supposent des personnes qui se valent : ici, on ne peut pas se fier aux parenthèses{ $range }. Voyez qui se distingue, formez ou écartez ceux qui répondent au hasard (--without NOM), puis mesurez de nouveau.
agreement-uneven-range = { " " }; sans cette hypothèse, tout taux de { PERCENT($from) } à { PERCENT($to) } est compatible avec ces votes
agreement-note-votes-depend = le nombre de votes dépend des votes
agreement-depends = Ces votes ne permettent pas de dire combien d'étiquettes un autre panel changerait : { $why }. Les taux tirés de tels votes induisent en erreur, et les coefficients en sont affectés aussi. Mesurez des étiquettes dont le nombre ne dépendait pas d'elles : les premières de chaque item (--where, si une colonne dit lesquelles), ou une partie des items tirée au sort, étiquetée par autant de personnes chacun.
agreement-depends-differ = le nombre de votes va de pair avec le désaccord (deux personnes diffèrent sur { PERCENT($few) } des items qui ont au plus { NUM($split) } votes et sur { PERCENT($many) } de ceux qui en ont plus, p { PVALUE($p) }), comme là où l'on demande d'autres étiquettes parce que les premières diffèrent
agreement-depends-spread = le nombre de votes va de pair avec la dispersion des étiquettes (p { PVALUE($p) }), comme là où l'on demande d'autres étiquettes parce que les premières diffèrent
agreement-depends-declared = des étiquettes ont été demandées en fonction des précédentes, comme l'indique la colonne policy ou le plan de l'étude
agreement-maybe-ordered = Les classes sont des nombres, et ceux qui diffèrent en donnent de voisins : si ce sont les échelons d'une échelle, dites --scale ordinal, et la réponse portera sur les médianes.
agreement-maybe-ordered-words = Les classes sont des mots d'une échelle connue ({ $classes }), et ceux qui diffèrent en donnent de voisins : si ce sont les échelons d'une échelle, dites --scale ordinal, et la réponse portera sur les médianes.
agreement-few-each = Les personnes ont donné { NUM($count) } étiquettes chacune (médiane) : le κ de Davies et Fleiss, qui tire de si peu la distribution propre à chacune, est trop bas ici. Lisez α.
agreement-reason-few-each = trop bas : { NUM($count) } étiquettes par personne (médiane), trop peu pour des distributions propres ; lisez α
agreement-stands-apart = à part
agreement-report-confusion = Quand une étiquette d'un item est de la classe de la ligne, combien de fois une autre est de la classe de la colonne
agreement-report-confusion-two = Items selon l'étiquette de { $first } (lignes) et de { $second } (colonnes)
agreement-head-text = texte
agreement-head-mean-apart = écart moyen aux autres
agreement-head-spread-apart = écart quadratique moyen
agreement-head-review = à revoir
agreement-consensus-review = { NUM($count) } items sur { NUM($items) } sont à revoir : pas de majorité, une autre étiquette selon le modèle, ou un poids inférieur à 0,9.
agreement-consensus-not-calibrated = Le poids d'une étiquette dans le modèle est un score qui sert à trier, et non la probabilité que l'étiquette soit juste : il n'est pas calibré, et le modèle est trop sûr de lui.
agreement-doubt = Pour mesurer ce taux, il faut deux panels par item, donc { NUM($needed) } étiquettes ; à défaut, tout ce qui va de { PERCENT($low) } à { PERCENT($high) } convient à ces votes, et les parenthèses y ajoutent ce que montrent des panels publics aux votes nombreux.
agreement-doubt-held = Pour mesurer ce taux, il faut deux panels par item, donc { NUM($needed) } étiquettes ; à défaut, tout ce qui va de { PERCENT($low) } à { PERCENT($high) } convient à ces votes, et les parenthèses y ajoutent l'erreur d'échantillonnage.
agreement-own-majority = Par rapport à la majorité du panel lui-même, comme chez Bregeon et al. (2019), le taux est de { PERCENT($rate) } : plus bas, car les votes du panel font partie de ce à quoi on le compare.
agreement-panel-too-large = Les items ont { NUM($size) } étiquettes, et les panels de plus de { NUM($most) } personnes ne sont pas calculés : demandez-en de plus petits par --panel.
agreement-risky = Items les plus susceptibles de changer : { $items }.
agreement-risky-many = Items les plus susceptibles de changer : { NUM($count) }, avec un risque de { PERCENT($rate) } chacun, dont { $items }.
agreement-above-ceiling = L'estimation de { PERCENT($rate) } dépasse les { PERCENT($ceiling) } d'items sur lesquels deux personnes diffèrent (1 − A_o), qu'aucun panel ne dépasse : l'excès est de l'erreur d'échantillonnage.
agreement-range-above-ceiling = La plage va jusqu'à { PERCENT($rate) }, au-delà des { PERCENT($ceiling) } d'items sur lesquels deux personnes diffèrent (1 − A_o), qu'aucun panel ne dépasse : ce qui dépasse est de l'erreur d'échantillonnage.
agreement-two-people = Un panel de 2 ne décide pas mieux qu'une seule personne, car une égalité se tire à pile ou face : prenez un nombre impair, 3 ou plus.
agreement-even-panel = Avec deux classes, { NUM($size) } personnes décident exactement aussi bien que { NUM($fewer) } : un panel pair n'apporte rien, prenez { NUM($fewer) } ou { NUM($more) }.
agreement-rival = Une seule loi de Dirichlet dirait plutôt { PERCENT($quick) } : elle ne convient pas à ces votes.
agreement-camps = Les annotateurs forment deux camps, { $first } et { $second } : deux personnes s'accordent sur { PERCENT($within) } des items au sein d'un camp et sur { PERCENT($between) } d'un camp à l'autre. Les taux supposent les personnes interchangeables ; un panel de l'autre camp changerait donc davantage.
agreement-apart = { $count ->
    [one] Annotateur qui se distingue
   *[other] Annotateurs qui se distinguent
 } des autres : { $names }.
agreement-apart-more = Annotateurs qui se distinguent des autres : { $names } et { NUM($more) } de plus.
agreement-error-or-reading = Un changement peut être une erreur ou une autre lecture de bonne foi : ces taux comptent les deux.
agreement-size-named = { NUM($annotators) } { $annotators ->
    [one] annotateur
   *[other] annotateurs
 }, { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, { NUM($classes) } { $classes ->
    [one] classe
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] étiquette
   *[other] étiquettes
 }
agreement-one-label-each = Aucun item n'a deux étiquettes (sur { NUM($items) }), et l'accord demande deux personnes sur un même item. Nommez ensemble les fichiers de tous les annotateurs, ou les colonnes avec --item, --annotator et --label.
agreement-size-anonymous = votes anonymes, { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, { NUM($classes) } { $classes ->
    [one] classe
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] étiquette
   *[other] étiquettes
 }
agreement-head-coefficient = coefficient
agreement-head-value = valeur
agreement-head-low = borne inf. ({ NUM($level, as: "g") } %)
agreement-head-high = borne sup.
agreement-head-remark = remarque
agreement-coefficient-observed-agreement = accord observé
agreement-coefficient-davies-fleiss-kappa = κ de Davies et Fleiss
agreement-coefficient-davies-fleiss-kappa-weighted = κ de Davies et Fleiss pondéré
agreement-coefficient-conger-kappa = κ de Conger
agreement-coefficient-fleiss-kappa = κ de Fleiss
agreement-coefficient-cohen-kappa = κ de Cohen
agreement-coefficient-scott-pi = π de Scott
agreement-coefficient-krippendorff-alpha-nominal = α de Krippendorff nominal
agreement-coefficient-krippendorff-alpha-ordinal = α de Krippendorff ordinal
agreement-coefficient-krippendorff-alpha-interval = α de Krippendorff d'intervalle
agreement-coefficient-krippendorff-alpha-ratio = α de Krippendorff de rapport
agreement-coefficient-gwet-ac1 = AC1 de Gwet
agreement-coefficient-gwet-ac2 = AC2 de Gwet
agreement-coefficient-brennan-prediger = Brennan et Prediger
agreement-coefficient-pabak = PABAK
agreement-coefficient-icc-1 = ICC(1)
agreement-figure-drawn = La figure est dans { $path }.
agreement-head-against = étiquettes qui changent par rapport à
agreement-head-rate = taux
agreement-head-sampling = intervalle d'échantillonnage
agreement-head-range = intervalle d'identification
agreement-head-method = méthode
agreement-head-people = personnes
agreement-head-fresh = nouveau
agreement-head-ideal = idéal
agreement-head-own = sa majorité
agreement-head-likeliest = items les plus fragiles
agreement-head-label = étiquette
agreement-head-votes = votes
agreement-head-chance = risque
agreement-against-own-majority = sa propre majorité
agreement-against-ideal = un panel idéal
agreement-against-fresh = un nouveau panel
agreement-against-items = tout
agreement-pinned-down = déterminé
agreement-kappa-of-panels = κ des panels de { NUM($size) } : { NUM($kappa, digits: 3) } ({ $method }).
agreement-kappa-of-panels-sd = κ des panels de { NUM($size) } : { NUM($kappa, digits: 3) }, écart type { NUM($sd, digits: 3) } entre panels ({ $method }).
agreement-ceiling = Plafond 1 − A_o, part des items où deux personnes diffèrent : { PERCENT($rate) }.
agreement-against-chance = Un nouveau panel change { NUM($times, digits: 2) } fois ce que changeraient des panels votant au hasard.
agreement-smallest = Pour changer au plus { PERCENT($rate) } : { NUM($size) } { $size ->
    [one] personne
   *[other] personnes
 }.
agreement-smallest-beyond = Pour changer au plus { PERCENT($rate) } : plus de { NUM($size) } personnes.
agreement-smallest-unknown = Pour changer au plus { PERCENT($rate) } : inconnu.
agreement-left-out = Laissés de côté pour { $target } : { NUM($items) } { $items ->
    [one] item
   *[other] items
 } avec { $why }.
agreement-panels-drawn = { NUM($panels) } panels tirés : τ { $tau } (écart type { $tau_sd }), κ { $kappa } (écart type { $kappa_sd }). Ce τ est la moyenne sur les panels, chacun sur les items que tous ses membres ont étiquetés ; le taux par rapport à sa propre majorité, plus haut, est la moyenne sur les items.
agreement-panels-all = { NUM($panels) } panels un par un : τ { $tau } (écart type { $tau_sd }), κ { $kappa } (écart type { $kappa_sd }). Ce τ est la moyenne sur les panels, chacun sur les items que tous ses membres ont étiquetés ; le taux par rapport à sa propre majorité, plus haut, est la moyenne sur les items.
agreement-interpret-title = { $coefficient } { NUM($value, as: "g") }, panels de { NUM($size) }
agreement-interpreted = Avec { $coefficient } = { NUM($value, as: "g") }, un autre panel de { NUM($size) } changerait au moins { PERCENT($floor) } des étiquettes, typiquement { PERCENT($typical) }, au plus { PERCENT($ceiling) }.
agreement-interpreted-even = Avec { $coefficient } = { NUM($value, as: "g") }, un autre panel de { NUM($size) } changerait au plus { PERCENT($ceiling) } des étiquettes, quelle que soit la fréquence des classes. Combien au moins en dépend : presque aucune si une classe a presque toutes les étiquettes ; si les { NUM($classes) } classes étaient également fréquentes, ce qui est le pire cas, { PERCENT($alike) } au moins et typiquement { PERCENT($typical) }. Dites leur fréquence : --prevalence 0.7,0.2,0.1.
agreement-too-many-outcomes = laissé de côté, car tant de classes et de personnes votent de trop de façons ; donnez un --pool plus petit.
agreement-head-at-least = au moins
agreement-head-if-alike = au moins, à classes égales
agreement-head-typically-even = typiquement, à classes égales
agreement-head-typically = typiquement
agreement-head-at-most = au plus
agreement-opinions = Opinions de la littérature, sans aucun chiffre à l'appui : { $said }.
agreement-opinion = { $scale } : { $word }
agreement-needed-title = { $coefficient } nécessaire pour changer au plus { PERCENT($rate) }
agreement-needed-title-even = { $coefficient } nécessaire pour changer au plus { PERCENT($rate) }, à classes également fréquentes (le plus exigeant ; --prevalence dit autre chose)
agreement-head-needed-against = par rapport à
agreement-head-alike = si les items se ressemblent
agreement-head-whatever = quels que soient les items
agreement-any-value = tous
agreement-table-title = étiquettes qui changent, en % : au moins / typiquement / au plus
agreement-table-title-even = étiquettes qui changent, en % : au moins / typiquement / au plus, à classes également fréquentes ; sinon il en change moins
agreement-basis-kappa-even = un κ attendu de { NUM($kappa, as: "g") } avec { NUM($classes) } classes supposées également fréquentes, ce qui demande le plus de personnes (--prevalence dit autre chose), et des items qui diffèrent comme d'ordinaire (Dirichlet)
agreement-basis-kappa = un κ attendu de { NUM($kappa, as: "g") } avec { NUM($classes) } classes de ces fréquences, et des items qui diffèrent comme d'ordinaire (Dirichlet)
agreement-basis-pilot = les votes du pilote (κ de Fleiss { NUM($kappa, digits: 3) }, --prevalence { $shares })
agreement-basis-pilot-many = les votes du pilote (κ de Fleiss { NUM($kappa, digits: 3) })
agreement-plan-ends-both = Le taux peut se trouver ailleurs entre les bornes ci-dessous : avec de la chance un panel de { NUM($best) } suffira, au pire un de { NUM($worst) }.
agreement-plan-ends-best = Le taux peut se trouver ailleurs entre les bornes ci-dessous : avec de la chance un panel de { NUM($best) } suffira, au pire aucun de { NUM($size) } ou moins.
agreement-plan-ends-none = Même le taux le plus bas possible ne conviendrait pas.
agreement-plan-odd = Seuls les nombres impairs sont listés : un nombre pair ne décide guère mieux qu'une personne de moins, et sur deux classes exactement pareil.
agreement-head-change = étiquettes qui changent
agreement-head-between = au moins – au plus
agreement-head-enough = suffisant
agreement-head-check = items à vérifier
agreement-head-labels = étiquettes
agreement-head-cost = coût
agreement-yes = oui
agreement-no = non
agreement-plan-chosen = { NUM($size) } { $size ->
    [one] personne
   *[other] personnes
 } par item suffiront, d'après { $basis } ; un second panel sur { NUM($check) } { $check ->
    [one] item
   *[other] items
 } mesure le taux à ±{ PERCENT($half, sign: 0) } { $points ->
    [one] point
   *[other] points
 } près.
agreement-plan-none = Aucun panel d'au plus { NUM($size) } personnes ne suffira, d'après { $basis }.
agreement-no-kappa-single = un seul annotateur par panel : κ en demande deux
agreement-no-kappa-one-class = aucun panel n'a utilisé de seconde classe : κ vaut 0/0
agreement-report-title = Accord : ce qu'il signifie pour les étiquettes
agreement-report-people = annotateurs
agreement-report-items = items
agreement-report-change-labels = des étiquettes changeraient avec un autre panel de { NUM($size) }
agreement-report-change-medians = des items auraient une autre médiane avec un autre panel de { NUM($size) }
agreement-report-coefficients = Coefficients et leurs intervalles à { NUM($level, as: "g") } %
agreement-report-risky = Items à réannoter : les plus fragiles
agreement-report-annotators = Chaque annotateur face aux autres
agreement-report-classes = Accord sur chaque classe
agreement-report-curve = Étiquettes qu'un autre panel changerait (le vôtre compte { NUM($size) } { $size ->
    [one] personne
   *[other] personnes
 })
agreement-report-curve-classes = Étiquettes les plus fréquentes qu'un autre panel changerait, un échelon étant un changement comme un autre (le vôtre compte { NUM($size) } { $size ->
    [one] personne
   *[other] personnes
 })
agreement-tables-of-classes = Compté par classes, où un échelon est un changement comme un autre
agreement-tables-uneven = Suppose des annotateurs qui se valent, ce qui n'est pas le cas ici
agreement-report-map = Carte des annotateurs : plus ils sont proches, plus ils sont d'accord
agreement-report-map-shown = Les deux directions contiennent { PERCENT($rate) } des écarts au carré entre annotateurs ; les axes n'ont pas d'unité.
agreement-axis-people = personnes par panel
agreement-axis-change = part des étiquettes qui changent
agreement-axis-first = première direction
agreement-axis-second = seconde direction
agreement-line-fresh = un nouveau panel
agreement-line-range = intervalle d'identification
agreement-line-ideal = un panel infini
agreement-line-own = la majorité du panel lui-même
agreement-line-ceiling = plafond : désaccord observé
agreement-line-yours = votre panel
agreement-head-item = item
agreement-head-annotator = annotateur
agreement-head-agreement = accord
agreement-head-kappa = κ
agreement-head-bias = biais
agreement-head-class = classe
agreement-head-share = part
agreement-head-specific = accord spécifique
agreement-head-range-low = identification, borne inf.
agreement-head-range-high = identification, borne sup.

# Reasons, notes and methods
agreement-reason-no-pair = aucun item n'a les étiquettes de deux annotateurs
agreement-reason-one-class = toutes les étiquettes sont de la même classe : le hasard seul donne un accord total (0/0)
agreement-reason-one-annotator = il n'y a qu'un annotateur
agreement-reason-no-label = il n'y a pas d'étiquette
agreement-reason-no-names = les votes ne disent pas de qui ils sont, et ce coefficient demande la répartition de chacun
agreement-reason-anonymous = les votes ne disent pas de qui ils sont
agreement-reason-two-only = ce coefficient est défini pour deux annotateurs, et il y en a { NUM($count) }
agreement-reason-two-classes = il est défini pour deux classes, et il y en a { NUM($count) } : voir brennan_prediger
agreement-reason-single-class = il n'y a qu'une classe, et le hasard en demande deux
agreement-reason-only-class = il n'y a qu'une classe
agreement-reason-no-order = les classes sont des mots, et aucun ordre n'est donné (--scale ordinal avec --classes)
agreement-reason-no-order-stated = aucun ordre n'est indiqué (--scale ordinal, avec --classes pour des mots)
agreement-reason-no-numbers = les classes ne sont pas des nombres
agreement-reason-negative = une classe est un nombre négatif, et une échelle de rapport commence à zéro
agreement-reason-items-only = autres items seulement : { $why }
agreement-reason-annotators-only = autres annotateurs seulement : { $why }
agreement-reason-few-annotators = avec moins de trois annotateurs, on ne sait rien des autres
agreement-reason-one-item = un seul item a deux étiquettes, et c'est trop peu pour un intervalle
agreement-reason-small-parts = les parties de ce tableau sont trop petites pour un intervalle
agreement-reason-all-agree = aucun désaccord n'a été observé : l'intervalle est ce que si peu d'items peuvent cacher
agreement-reason-all-alike = tous les items se ressemblent : l'intervalle est ce que si peu d'items peuvent cacher
agreement-note-too-few-labels = aucun item n'a { NUM($count) } étiquettes
agreement-note-open = les votes ne déterminent pas ce taux : le point et son intervalle y ajoutent ce que montrent des panels publics aux votes nombreux, l'intervalle d'identification n'ajoute rien
agreement-note-single-labels = aucun item n'a deux étiquettes
agreement-note-everybody = le panel est l'ensemble des votants : seules les égalités peuvent changer
agreement-left-no-label = aucune étiquette
agreement-left-no-panel = moins de { NUM($count) } étiquettes : aucun panel de { NUM($size) } n'a voté
agreement-left-no-two-panels = moins de { NUM($count) } étiquettes : on ne peut tirer deux panels séparés de { NUM($size) }
agreement-method-subsets = tous les panels, exact
agreement-method-disjoint = panels disjoints
agreement-method-disjoint-sampled = panels disjoints, tirés
agreement-method-mixture = mélange, panels publics
agreement-method-withheld = non indiqué
agreement-method-enumerated = énumérés
agreement-method-second-order = second ordre
agreement-method-fleiss = κ de Fleiss de votes anonymes
agreement-method-all-pairs = toutes les paires ensemble
agreement-opinion-poor = médiocre
agreement-opinion-slight = léger
agreement-opinion-fair = passable
agreement-opinion-moderate = modéré
agreement-opinion-substantial = fort
agreement-opinion-almost-perfect = presque parfait
agreement-opinion-not-enough = insuffisant
agreement-opinion-tentative = conclusions provisoires
agreement-opinion-good = bon
agreement-opinion-not-agreed = sans consensus
agreement-opinion-acceptable-mostly = acceptable dans la plupart des cas
agreement-opinion-acceptable = acceptable pour tous
agreement-opinion-discarded = à écarter
agreement-opinion-tentative-only = conclusions provisoires seulement
agreement-opinion-reliable = fiable
agreement-risky-item = { $item } ({ PERCENT($rate) })
agreement-coefficient-krippendorff-alpha-linear = α de Krippendorff, distance linéaire
agreement-coefficient-krippendorff-alpha-quadratic = α de Krippendorff, distance quadratique
agreement-coefficient-krippendorff-alpha-radical = α de Krippendorff, distance en racine
agreement-coefficient-krippendorff-alpha-gwet-ordinal = α de Krippendorff, distance ordinale de Gwet
agreement-coefficient-krippendorff-alpha-jaccard = α de Krippendorff, distance de Jaccard
agreement-coefficient-krippendorff-alpha-masi = α de Krippendorff, distance MASI
agreement-consensus-title = Une étiquette par item
agreement-consensus-undecided = { $count ->
    [one] { NUM($count) } item n'a pas de majorité.
   *[other] { NUM($count) } items n'ont pas de majorité.
 }
agreement-consensus-unfinished = Le modèle ne s'est pas stabilisé en { NUM($steps) } étapes.
agreement-queue-title = Les prochaines étiquettes
agreement-queue-asked = { $count ->
    [one] Demandez une étiquette. En l'état, on s'attend à ce que { PERCENT($rate) } des étiquettes diffèrent de celles d'un très grand panel.
   *[other] Demandez { NUM($count) } étiquettes pour { NUM($items) } { $items ->
        [one] item
       *[other] items
     }. On s'attend à ce que { PERCENT($rate) } des étiquettes diffèrent de celles d'un très grand panel.
 }
agreement-queue-depends = Le taux attendu ci-dessous peut s'écarter de plusieurs points : { $why }.
agreement-queue-uneven = Le taux attendu ci-dessous peut s'écarter de plusieurs points : les annotateurs ne se valent pas (un dixième des étiquettes vient de personnes d’accord avec les autres sur moins de { PERCENT($low) }, un dixième de personnes d’accord sur plus de { PERCENT($high) }).
agreement-queue-reached = Il n'y a personne à interroger : { PERCENT($rate) } des étiquettes seulement différeraient de celles d'un très grand panel.
agreement-queue-nothing = Aucune étiquette de plus ne changerait rien : { PERCENT($rate) } des étiquettes différeraient de celles d'un très grand panel.
agreement-queue-more = { NUM($count) } autres items sont dans le tableau qu'écrit -o.
agreement-queue-model = Risque : la probabilité que la majorité d'un très grand nombre de personnes soit une autre étiquette, selon un modèle Dirichlet–multinomial de ces votes. Là où les votants sont nommés, les votes de ceux qui s’accordent avec les autres pèsent plus. Les items sont rangés par ce que peut apporter l’étiquette suivante, ce qui n’est pas l’ordre du risque. Le taux attendu est une prévision, pas une mesure : si des votes dépendent de votes précédents, ou si certaines personnes répondent sans soin, il peut s'écarter de plusieurs points.
agreement-head-label-now = étiquette actuelle
agreement-head-risk = risque
agreement-head-ask = étiquettes à demander
agreement-head-ask-whom = à qui d'abord
agreement-brief-queue = { NUM($count) } items dans la file ; { PERCENT($rate) } d'étiquettes différeraient de celles d'un très grand panel
agreement-no-budget = un budget de { $budget } étiquettes n'en demande aucune
    .todo = Donnez le nombre d'étiquettes que l'on peut payer : --budget 100.
agreement-labels-written = Les étiquettes sont dans { $path }.
agreement-head-majority = majorité
agreement-head-model = Dawid-Skene
agreement-head-weight = poids (non calibré)
agreement-figures-drawn = Les figures 2 à 8 sont dans { $path }.

# Errors: files and tables of labels
agreement-kind-column = colonne
agreement-kind-field = champ
agreement-kind-class = classe
agreement-kind-group = groupe de colonnes
agreement-kind-coefficient = coefficient pour ce tableau
agreement-folder = c'est un dossier
    .todo = Indiquez un fichier d'étiquettes.
agreement-no-file = ce fichier n'existe pas
    .todo = Indiquez un fichier d'étiquettes.
agreement-empty-file = le fichier est vide
agreement-foreign-file = le fichier est { $kind ->
    [pdf] un PDF
    [sqlite] une base SQLite
    [old-office] un ancien classeur ou document
    [r] un fichier de données R
    [picture] une image
    [program] un programme
    [pickle] un pickle de Python, que l'on n'ouvre jamais car il peut exécuter n'importe quel programme
   *[numpy] un tableau numpy
 }
    .todo = Enregistrez les étiquettes en CSV et indiquez ce fichier.
agreement-no-separator = aucune colonne n'est séparée d'une autre par une tabulation, une virgule, un point-virgule ou une barre
    .todo = Donnez un tableau avec les colonnes item, annotator, label, ou une colonne par annotateur.
agreement-no-row = il ne contient aucune ligne
agreement-only-header = il y a un en-tête et aucune ligne en dessous
agreement-row-length = cette ligne a { $columns } colonnes et la première { $width }
agreement-columns-alike = deux colonnes s'appellent { $name }
agreement-rows-alike = deux lignes s'appellent { $name }
    .todo = Donnez à chaque ligne son propre nom ; si chaque ligne est une étiquette, indiquez les colonnes par --item, --annotator et --label.
agreement-lines-alike = deux lignes s'appellent { $name }
    .todo = Donnez à chaque ligne son propre nom ; si chaque ligne est une étiquette, indiquez les colonnes par --item, --annotator et --label.
agreement-column-twice = la colonne { $name } est indiquée deux fois
    .todo = Les items, les annotateurs et les étiquettes sont des colonnes différentes.
agreement-unclear-item = on ne sait pas laquelle des colonnes { $names } nomme les items
    .todo = Indiquez-la par --item.
agreement-unclear-label = on ne sait pas laquelle des colonnes { $names } contient les étiquettes
    .todo = Indiquez-la par --label.
agreement-unclear-both = on ne sait pas laquelle des colonnes { $names } nomme les items ni laquelle contient les étiquettes
    .todo = Indiquez-les par --item et --label.
agreement-no-row-where = aucune ligne n'a les valeurs demandées par --where
agreement-no-line-where = aucune ligne n'a les valeurs demandées par --where
agreement-no-line = il ne contient aucune ligne
agreement-no-item-where = aucun item n'a d'étiquette, ou aucun n'a les valeurs demandées par --where
agreement-row-without-item = cette ligne ne nomme pas d'item
agreement-row-without-annotator = cette ligne ne nomme pas d'annotateur
agreement-all-missing = toutes les étiquettes manquent
    .todo = Voyez quelles cases comptent comme vides : --missing.
agreement-no-number-of-votes = { $cell } n'est pas un nombre de votes
agreement-cell-no-votes = { $cell } n'est pas un nombre de votes
    .todo = Les votes sont des nombres entiers à partir de 0 ; si les cases sont des étiquettes, dites --layout items ou long.
agreement-no-number-of-rows = { $cell } n'est pas un nombre de lignes
agreement-many-rows = les lignes en représentent plus de { NUM($most) }
agreement-star-in-item-only = --item contient une * et --label n'en contient pas
    .todo = Écrivez les deux de la même façon : --label 'Answer.c*'.
agreement-star-in-label-only = plusieurs étiquettes d'une ligne appartiendraient au seul item de { $item }
    .todo = Mettez aussi une * dans --item, ou indiquez une seule colonne d'étiquettes.
agreement-no-common-number = aucun numéro ne figure à la fois dans { $items } et dans { $labels }
agreement-wide-label = un tableau large ({ $layout }) n'a pas une seule colonne d'étiquettes
    .todo = Indiquez seulement la colonne qui nomme ses lignes, par --item ou --annotator, ou dites --layout long.
agreement-votes-in-one-column = des votes demandent une colonne par classe, et il n'y a que { $column }
    .todo = Si chaque ligne contient une étiquette, omettez --layout ou dites --layout long.
agreement-no-vote-in-table = il n'y a aucun vote dans le tableau
agreement-no-vote-in-file = il n'y a aucun vote dans le fichier
agreement-class-no-column = la classe { $name } n'est pas à la fois dans --classes et une colonne de votes
agreement-no-crossing = les lignes et les colonnes n'ont pas les mêmes noms : ce n'est pas le croisement de deux annotateurs
agreement-empty-crossing = il n'y a aucun item dans le croisement
agreement-no-tableau = aucune ligne d'en-tête telle que Nbannotateurs=9 ne dit que c'est un tableau des auteurs
agreement-no-row-of-labels = il ne contient aucune ligne d'étiquettes
agreement-tableau-row-length = cette ligne a { $labels } étiquettes et la première { $width }
agreement-no-layout = { $kind ->
    [json] du JSON
   *[text] un tableau de texte
 } n'a pas de disposition { $layout }
    .todo = Dispositions connues : { $known }.
agreement-parquet-layout = Parquet n'a pas de disposition { $layout }
    .todo = Dispositions connues : long, items, annotators…
agreement-parquet-column = cette colonne doit contenir des textes ou des nombres
agreement-object-no-layout = un objet JSON qui contient des items n'a pas de disposition { $layout }
    .todo = Omettez cette option.
agreement-object-no-fields = un objet JSON qui contient des items n'a pas de champs que nommeraient --item, --annotator ou --label
    .todo = Omettez cette option.
agreement-lines-no-lewidi = ce sont des lignes JSON, et la disposition lewidi est un seul objet JSON qui contient des items
agreement-no-json-object = il faut un objet ou une liste JSON
agreement-json-object-here = il faut un objet JSON ici
agreement-no-answer = ce n'est pas une réponse ({ $why })
agreement-strange-class = la classe { $name } n'est pas parmi { $classes }
agreement-strange-label = l'étiquette { $label } n'est pas parmi les classes { $classes }
agreement-no-votes-here = cette ligne n'a pas de votes par classe
agreement-no-votes-for = { $count } n'est pas un nombre de votes pour { $name }
agreement-no-cell = il faut un texte ou un nombre ici
agreement-no-annotators = il faut un objet avec annotators et annotations
agreement-no-single-label = il faut une étiquette par annotateur
agreement-no-annotations = il faut annotators et annotations, séparés par des virgules
agreement-unequal-lists = il y a { NUM($annotators) } annotateurs et { NUM($annotations) } annotations
agreement-field-alone = le champ { $name } n'a aucune valeur en commun avec un autre : ce ne sont pas des étiquettes d'annotateurs
    .todo = Si c'en sont, dites --layout lewidi.
agreement-no-class-field = aucun champ n'énumère des objets qui nomment chacun un annotateur
agreement-many-labels = il y a { NUM($labels) } étiquettes différentes, pour { NUM($most) } classes au plus
    .todo = Indiquez la colonne des étiquettes par --label ; arrondissez d'abord les valeurs d'une échelle.
agreement-label-no-number = l'étiquette { $label } n'est pas un nombre, ce que demande une échelle de type { $scale }
agreement-labelled-twice = l'annotateur { $annotator } étiquette deux fois l'item { $item }
    .todo = Précisez quelle étiquette compte.
agreement-infinite-label = une étiquette est infinie
agreement-not-parallel = { $items } items, { $annotators } annotateurs et { $labels } étiquettes ne se correspondent pas
agreement-votes-not-parallel = { $items } items et { $labels } étiquettes ne se correspondent pas
agreement-votes-shape = des votes de forme { $shape } ne conviennent pas à { $items } items et { $classes } classes
agreement-negative-votes = un nombre de votes est négatif
agreement-many-votes = il y a plus de { NUM($most) } votes
    .todo = Donnez une partie des items.
agreement-table-too-large = un tableau de { NUM($rows) } sur { NUM($columns) } est trop grand
    .todo = Regroupez des classes, ou prenez moins d'items.
agreement-taken-twice = un item ou un annotateur est pris deux fois
agreement-no-annotator = aucun annotateur et aucune colonne ne s'appelle { $name }
agreement-need-annotators = { $purpose ->
    [usage] l'usage que chaque annotateur fait des classes
    [table] un tableau des items par annotateur
    [part] une partie des annotateurs
    [pairs] un tableau des paires
    [standing] la place de chaque annotateur parmi les autres
    [model] le modèle de Dawid et Skene
   *[kappa] le κ de panels
 } : impossible à partir de votes qui ne disent pas de qui ils sont
    .todo = Donnez un tableau qui dit qui a donné chaque étiquette.
agreement-no-label-left = il ne reste aucune étiquette après --without
agreement-cannot-cut = une échelle avec l'étiquette { $label } ne peut être coupée : ce n'est pas un nombre
    .todo = Utilisez plutôt --merge.
agreement-no-cut = une échelle se coupe en un point ou plus
    .todo = Écrivez --cut 0.5 ou --cut -0.5,0.5.
agreement-merged-twice = la classe { $old } ne peut devenir à la fois { $one } et { $two }
    .todo = Ne nommez chaque classe que dans un seul --merge.

# Errors: options and numbers
agreement-class-twice = --classes nomme { $name } deux fois
    .todo = Nommez chaque classe une seule fois.
agreement-class-unnamed = --classes contient une classe sans nom
    .todo = Écrivez --classes non,peut-être,oui.
agreement-long-separator = --separator { $separator } n'est pas un seul signe
agreement-missing-and-present = { $cell } ne peut être à la fois --missing et --present
agreement-no-equals = { $option } { $given } ne contient pas de =
    .todo = Écrivez { $option } NOM=VALEUR.
agreement-no-points = --cut { $given } n'est pas une liste de nombres
    .todo = Écrivez --cut -0.5,0.5.
agreement-no-shares = --prevalence { $given } : ce ne sont pas des nombres
    .todo = Écrivez --prevalence 0.5,0.3,0.2.
agreement-no-level = { $level } n'est pas un niveau
    .todo = Il est compris entre 0 et 1, par exemple --level 0.95.
agreement-few-times = --times { $times } est trop peu
    .todo = Écrivez --times 1000.
agreement-nothing-to-draw = il n'y a pas de taux de changement à tracer
    .todo = Il faut deux étiquettes par item dont le nombre ne dépend pas des votes, et pas de --no-change.
agreement-rate-outside = { $case ->
    [width] une largeur d'intervalle
    [confidence] une confiance
    [difference] une différence
    [power] une puissance
    [level] un niveau
    [accuracy] une exactitude
    [discordance] une discordance
    [abstained] une part d'abstentions
    [margin] une marge
   *[change] un taux de changement
 } de { $rate } n'est pas entre 0 et 1
    .todo = Donnez une fraction telle que 0.05.
agreement-coefficient-outside = un { $name } de { $value } ne peut être lu comme un mélange d'items : il n'est pas supérieur à 0 et au plus égal à 1
    .todo = À 0 et en dessous, les étiquettes ne valent pas mieux que le hasard.
agreement-panel-outside = un panel de { NUM($people) } personnes ne peut être calculé
    .todo = Donnez un nombre de 1 à { NUM($most) }.
agreement-classes-outside = le nombre de classes ne peut être { NUM($classes) }
    .todo = Donnez un nombre de 2 à { NUM($most) }.
agreement-prevalence-outside = une prévalence de { $share } n'est pas comprise entre 0 et 1
    .todo = Donnez une part par classe, 1 en tout : --prevalence 0.5,0.3,0.2 pour trois classes.
agreement-prevalence-number = { $shares } prévalences ne décrivent pas { $classes } classes
    .todo = Donnez une part par classe, 1 en tout : --prevalence 0.5,0.3,0.2 pour trois classes.
agreement-prevalence-sum = la somme des prévalences est { $total } au lieu de 1
    .todo = Donnez une part par classe, 1 en tout : --prevalence 0.5,0.3,0.2 pour trois classes.
agreement-prevalence-single = une seule classe a une prévalence supérieure à 0 : personne ne pourrait différer
    .todo = Donnez une part par classe, 1 en tout : --prevalence 0.5,0.3,0.2 pour trois classes.
agreement-below-zero = { $case ->
    [cost] le coût d'une étiquette
    [item_cost] le coût d'un item
    [spread] la demi-largeur des erreurs
    [sd] l'écart type des erreurs
   *[errors] le nombre d'erreurs par personne
 } ne peut être { $value }
    .todo = Donnez un nombre à partir de 0.
agreement-above-most = { $case ->
   *[errors] le nombre d'erreurs par personne
 } ne peut être { $value } : { $most } items peuvent porter une erreur
    .todo = Donnez un nombre de 0 à { $most }.
agreement-confidence-outside = une confiance de { $confidence } n'est pas comprise entre 0,5 et 1
agreement-empty-panel = un panel de { $size } personnes n'en est pas un
    .todo = Donnez --annotators 1 ou plus.
agreement-no-annotator-at-all = il faut au moins un annotateur
agreement-no-label-in-table = il n'y a aucune étiquette dans le tableau
    .todo = Donnez un tableau avec au moins une étiquette.
agreement-no-label-to-fit = il n'y a aucune étiquette à laquelle ajuster un modèle
agreement-no-kappa-of-panel = le κ d'un panel de { $size } parmi { $people } personnes n'est pas défini
    .todo = Demandez un panel d'au moins 2 personnes et d'au plus autant qu'il y en a.
agreement-panel-from-few = un panel de { $size } ne peut être tiré d'items à { $labels } étiquettes
    .todo = Demandez un panel d'au moins 1 personne et d'au plus autant qu'il y en a par item.
agreement-many-pairs = { NUM($annotators) } annotateurs font trop de paires ; le maximum est { NUM($most) }
agreement-distance-shape = un tableau de distances de forme { $shape } ne convient pas à { $classes } classes
agreement-no-distance = ce n'est pas une distance entre étiquettes
    .todo = Elle doit être symétrique, nulle entre étiquettes égales, jamais négative.
agreement-negative-ratio = l'étiquette { $label } est négative, et une échelle de rapport commence à zéro
agreement-no-majority-of-numbers = les étiquettes sont { NUM($classes) } nombres différents, et une majorité de nombres exactement égaux ne veut rien dire
    .todo = `agreement measure` dit de combien leurs moyennes bougeraient ; pour confondre des nombres voisins, coupez l'échelle avec --cut.
agreement-two-coefficients = un κ et un α sont donnés tous les deux
    .todo = Donnez soit --kappa, soit --alpha.
agreement-nothing-to-interpret = il n'y a rien à interpréter
    .todo = Donnez --kappa 0.67, --alpha 0.67 ou --target 0.05.
agreement-plan-basis = un plan repose sur un κ attendu ou sur un pilote
    .todo = Donnez --kappa 0.7, ou --pilot FICHIER.
agreement-pilot-prevalence = un pilote a ses propres prévalences
    .todo = Omettez --prevalence, ou donnez --kappa.
agreement-pilot-single = le pilote n'a qu'un annotateur, et ne dit rien de la façon dont d'autres différeraient
    .todo = Faites étiqueter les mêmes items par deux personnes ou plus, ou donnez --kappa.
agreement-pilot-depends = les votes du pilote ne permettent pas de dire combien d'étiquettes un autre panel changerait : { $why }
    .todo = Donnez un pilote dont les items ont été étiquetés par autant de personnes chacun, ou seulement les premières étiquettes de chaque item (--where, si une colonne dit lesquelles), ou un κ attendu (--kappa).
agreement-pilot-no-pair = aucun item du pilote n'a deux étiquettes, ce qui ne dit rien de la façon dont on diffère
    .todo = Faites étiqueter les mêmes items par deux personnes ou plus, ou donnez --kappa.
agreement-no-items = { $items } items, c'est aucun
    .todo = Donnez un item ou plus.
agreement-nothing-to-simulate = une simulation demande un item, une personne, un groupe, et des items qui ne soient pas tous unanimes
agreement-large-simulation = { NUM($people) } personnes simulées sur { NUM($items) } items chacune font plus de { NUM($most) } étiquettes
    .todo = Demandez moins de groupes ou d'items.
agreement-many-errors = { $errors } erreurs par personne sont demandées, et { $items } items seulement en ont eu une
    .todo = Demandez au plus { $items } − { $spread } erreurs.
agreement-no-paper-table = le tableau { $path } n'est pas là
    .todo = Donnez le dossier qui contient classe3/ et classe5/.
agreement-figure-2-labels = un tableau de la figure 2 a trop peu d'étiquettes pour des panels de trois

agreement-help = Mesurer l'accord et dire ce qu'il signifie.
agreement-help-measure = Mesurer l'accord, et dire ce qu'il signifie. Les coefficients ont des intervalles.
    .file = Étiquettes : CSV, TSV, JSON, lignes JSON, Parquet, .xlsx, .ods, compressés ou non, une archive zip, ou - pour l'entrée standard. Plusieurs fichiers font un seul tableau.
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .collection = Les items posés, si les étiquettes sont des candidats : exports d'outils d'annotation, ou exécutions (voir `anaphor score`).
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .scale = Ce qu'on peut dire de deux étiquettes différentes.
    .classes = Les classes dans leur ordre, séparées par des virgules.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .without = Laisser cette colonne ou cet annotateur de côté. Peut être répétée.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
    .coefficient = Seulement ce coefficient. Peut être répétée.
    .distance = Distance entre étiquettes pour les coefficients pondérés : jaccard ou masi pour des ensembles d'étiquettes (a|b).
    .other = Les intervalles valent pour d'autres items, d'autres annotateurs, ou les deux.
    .method = Comment les intervalles sont calculés.
    .level = Niveau des intervalles.
    .times = Nombre maximal de rééchantillonnages.
    .panel = Personnes par panel ; par défaut le nombre habituel d'étiquettes.
    .change = Dire aussi combien d'étiquettes d'autres personnes changeraient.
    .figure = Tracer le taux de changement selon la taille du panel : .svg, .png ou .pdf.
    .all = Montrer tous les coefficients, la confusion des classes et l'accord par classe.
agreement-help-reproduce = Dire combien d'étiquettes d'autres personnes changeraient. Par rapport à ce panel, à un panel infini et à un autre de sa taille.
    .file = Étiquettes : CSV, TSV, JSON, lignes JSON, Parquet, .xlsx, .ods, compressés ou non, une archive zip, ou - pour l'entrée standard. Plusieurs fichiers font un seul tableau.
    .annotators = Personnes par panel ; par défaut le nombre habituel.
    .target = Taux de changement pour lequel chercher le plus petit panel. Peut être répétée.
    .panels = Parcourir aussi les panels un par un, au plus autant.
    .confidence = Niveau des intervalles d'échantillonnage.
    .items = Combien des items les plus fragiles afficher.
    .figure = Tracer aussi la courbe dans ce SVG ou PNG.
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .collection = Les items posés, si les étiquettes sont des candidats : exports d'outils d'annotation, ou exécutions (voir `anaphor score`).
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .scale = Ce qu'on peut dire de deux étiquettes différentes.
    .classes = Les classes dans leur ordre, séparées par des virgules.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .without = Laisser cette colonne ou cet annotateur de côté. Peut être répétée.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
agreement-help-consensus = Donner à chaque item une étiquette. La majorité, les égalités restant ouvertes, et le modèle de Dawid et Skene (1979) avec son poids, qui n'est pas calibré.
    .file = Étiquettes : CSV, TSV, JSON, lignes JSON, Parquet, .xlsx, .ods, compressés ou non, une archive zip, ou - pour l'entrée standard. Plusieurs fichiers font un seul tableau.
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .output = Écrire un CSV : item, étiquette (celle du modèle, ou la majorité si les votes sont sans nom), majorité, Dawid–Skene, son poids (non calibré), à revoir ou non, poids de chaque classe.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .collection = Les items posés, si les étiquettes sont des candidats : exports d'outils d'annotation, ou exécutions (voir `anaphor score`).
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .scale = Ce qu'on peut dire de deux étiquettes différentes.
    .classes = Les classes dans leur ordre, séparées par des virgules.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .without = Laisser cette colonne ou cet annotateur de côté. Peut être répétée.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
agreement-help-next = Dire quels items méritent les prochaines étiquettes. Là où une de plus peut le plus pour la référence, et par qui si les annotateurs diffèrent.
    .file = Étiquettes : CSV, TSV, JSON, lignes JSON, Parquet, .xlsx, .ods, compressés ou non, une archive zip, ou - pour l'entrée standard. Plusieurs fichiers font un seul tableau.
    .budget = Étiquettes qu'on peut payer avant de recalculer.
    .target = On n'interroge plus personne dès que la part d'étiquettes qu'un très grand panel changerait ne dépasse pas ce taux.
    .output = Écrire un CSV que les outils d'annotation importent : item, texte, étiquettes à demander, à qui, étiquette, votes, risque.
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .collection = Les items auxquels des systèmes ont répondu, si les fichiers sont des exécutions ou des journaux (voir `anaphor score`).
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .scale = Ce qu'on peut dire de deux étiquettes différentes.
    .classes = Les classes dans leur ordre, séparées par des virgules.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .without = Laisser cette colonne ou cet annotateur de côté. Peut être répétée.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
agreement-help-interpret = Dire ce qu'un κ ou un α signifie pour les étiquettes. Le moins, le typique et le plus d'étiquettes qui changeraient ; ou la valeur nécessaire.
    .annotators = Personnes par panel.
    .kappa = Un κ de Fleiss ou de Davies et Fleiss.
    .alpha = Plutôt un α de Krippendorff nominal.
    .target = Question inverse : quelle valeur donne ce taux de changement ?
    .pool = Groupe de personnes pour le τ de l'article 3.
    .labels = Nombre total d'étiquettes, pour passer de α à κ.
    .table = Afficher tout le tableau selon κ et la taille des panels.
agreement-help-simulate = Simuler des panels, et mesurer ce qu'ils changent. Les panels se trompent comme dans l'article 3 (Bregeon et al., 2019).
    .annotators = Personnes par panel.
    .from = Étiquettes réelles dont imiter les erreurs (section 4.3.1).
    .items = Items d'une étude fictive (6.1).
    .errors = Erreurs par personne (M). Peut être répétée.
    .spread = Demi-largeur A des erreurs (avec --from).
    .sd = Écart type σ des erreurs (étude fictive).
    .unanimous = Part des items sans erreur (étude fictive).
    .wrong = Quelle classe fausse est choisie.
    .draw = Comment sont tirés les items erronés.
    .groups = Nombre de panels.
    .table-1 = Refaire le tableau 1 de Bregeon et al. (2019).
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
agreement-help-plan = Dire combien d'annotateurs et d'items il faut. Pour des étiquettes qui restent (--target) ou deux systèmes à distinguer (--difference). Code de sortie 1 si aucune taille ne suffit.
    .target = Étiquettes qu'un autre panel peut changer, par exemple 0.05.
    .difference = Écart entre deux systèmes à distinguer, par exemple 0.03.
    .power = Chance avec laquelle l'écart doit être trouvé (0.8).
    .people = Personnes par item. Peut être répété (1, 3, 5, 7).
    .schemas = Schémas existants : la plus petite différence qu'ils montrent.
    .collection = Une collection par son nom ou son chemin : la plus petite différence que ses schémas montrent.
    .run = Une exécution d'un pilote, deux fois : comment deux systèmes diffèrent, au lieu de suppositions.
    .alone = Les items sont seuls : ce ne sont pas les jumeaux d'un schéma.
    .accuracy = Exactitude moyenne des deux systèmes (0.75).
    .discordance = Items qu'un système réussit et l'autre non ; par défaut, comme si leurs erreurs étaient indépendantes.
    .twins = Corrélation entre ce que des jumeaux apportent de plus à l'un des systèmes (0).
    .abstained = Part des items sur lesquels chaque système s'abstient (0).
    .level = Niveau de confiance du test (0.95).
    .item-cost = Coût d'écriture d'un item.
    .seed = Graine de ce qui est simulé (0).
    .figure = Dessiner la figure : SVG, PNG ou PDF.
    .width = Largeur totale de l'intervalle du taux.
    .kappa = Le κ attendu.
    .pilot = Étiquettes d'un pilote au lieu d'un κ attendu.
    .items = Items à étiqueter.
    .cost = Coût d'une étiquette.
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
agreement-help-paper = Refaire les figures de l'article 3 (Bregeon 2019). La figure 2 d'après les tableaux des auteurs, et avec -o les figures 2 à 8.
    .folder = Les tableaux des auteurs : classe3/ et classe5/.
    .output = Dossier pour les figures 2 à 8 en SVG.
agreement-row-without-item-in = cette ligne ne nomme aucun item dans la colonne { $column }
agreement-row-without-annotator-in = cette ligne ne nomme aucun annotateur dans la colonne { $column }
agreement-own-distance = la distance { $name } est inutilisable ({ $why })
    .todo = C'est une fonction de deux étiquettes qui rend un nombre.
agreement-own-coefficient = le coefficient { $name } rend un objet de type { $kind } ; il faut un nombre
    .todo = C'est une fonction d'une LabelMatrix qui rend un nombre, ou None s'il n'est pas défini.
agreement-own-coefficient-broke = le coefficient { $name } a échoué ({ $why })
    .todo = C'est une fonction d'une LabelMatrix qui rend un nombre, ou None s'il n'est pas défini.
agreement-by-levels = Les classes sont dans l'ordre des catégories de la colonne : { $classes }.
agreement-reason-own = non défini pour ces étiquettes
agreement-simulating = nombres d'erreurs simulés
agreement-brief-size = { NUM($items) } items, { NUM($labels) } étiquettes
agreement-brief-coefficient = { $name } { NUM($value, digits: 3) }
agreement-brief-coefficient-sure = { $name } { NUM($value, digits: 3) } (de { NUM($low, digits: 3) } à { NUM($high, digits: 3) })
agreement-brief-change-labels = un autre panel de { NUM($size) } changerait { PERCENT($rate) } des étiquettes
agreement-brief-change-medians = un autre panel de { NUM($size) } changerait la médiane de { PERCENT($rate) } des items
agreement-brief-uneven = cela suppose des annotateurs qui se valent, ce qui n'est pas le cas
agreement-brief-uneven-first = la suite suppose des annotateurs qui se valent, ce qui n'est pas le cas
agreement-brief-depends = on ne peut dire ce qu'un autre panel changerait, car le nombre de votes dépend des votes
agreement-brief-interpreted = { $coefficient } = { NUM($value, as: "g") } : un autre panel de { NUM($size) } change d'ordinaire { PERCENT($rate) } des étiquettes, au plus { PERCENT($most) }
agreement-brief-needed = pour changer au plus { PERCENT($rate) }, il faut d'ordinaire { $coefficient } = { NUM($value, digits: 2) }
agreement-brief-table = { NUM($rows) } valeurs et tailles de panel
agreement-brief-plan = { NUM($size) } personnes, dont un autre panel change { PERCENT($rate) } des étiquettes ; { NUM($check) } items étiquetés deux fois le mesurent
agreement-brief-no-plan = aucun panel d'au plus { NUM($size) } personnes ne change aussi peu d'étiquettes que { PERCENT($rate) }
agreement-brief-simulated = panels de { NUM($size) }, { $points ->
    [one] un nombre d'erreurs
   *[other] { NUM($points) } nombres d'erreurs
 }
agreement-brief-paper = { NUM($rows) } sous-corpus de la figure 2, imprimés et refaits
agreement-coefficient-own-distance = α de Krippendorff (distance { $name })
agreement-certainty = Les étiquettes les moins sûres
agreement-axis-weight = poids de l'étiquette dans le modèle (non calibré)
agreement-axis-votes = part des votes
agreement-axis-errors = erreurs d'une personne
agreement-head-kept = sûrs
agreement-plan-title = Personnes nécessaires pour changer au plus { PERCENT($rate) } des étiquettes
agreement-line-wanted = visé
agreement-line-enough = suffisant
agreement-line-reference = la référence initiale
agreement-line-printed = imprimé
agreement-line-simulated = simulé
agreement-simulated-title = Panels simulés de { NUM($size) }
agreement-brief-consensus = { NUM($items) } items, dont { NUM($count) } à revoir
agreement-typical-title = Ce qu'un autre panel change d'ordinaire
agreement-line-panel = panels de { NUM($size) }
agreement-plan-nothing = un plan doit savoir ce qui est voulu
    .todo = Donnez --target (des étiquettes qui restent), --difference (deux systèmes à distinguer), ou --schemas ou --collection (la plus petite différence qu'ils montrent).
agreement-plan-both = { $option } concerne une comparaison de systèmes, et --target des étiquettes qui restent
    .todo = Donnez --target ou --difference, pas les deux.
agreement-plan-schemas = { NUM($schemas) } schémas de { NUM($items) } items ne peuvent être planifiés
    .todo = Donnez au moins deux schémas, d'un item ou de deux.
agreement-plan-runs = on compare deux systèmes, et { $count ->
    [one] une seule exécution est donnée
   *[other] { NUM($count) } exécutions sont données
 }
    .todo = Donnez --run deux fois.
agreement-plan-alike = les deux exécutions ne diffèrent jamais : elles ne disent rien de la façon dont deux systèmes diffèrent
    .todo = Donnez d'autres exécutions, ou dites --discordance.
agreement-difference-outside = deux systèmes de ce genre ne peuvent être séparés de { $difference } : { $most } au plus
    .todo = Donnez une --difference plus petite, ou une --discordance plus grande.
agreement-twins-outside = une corrélation de { $twins } entre jumeaux n'est pas possible : elle se situe entre { $least } et 1
agreement-systems-supposed = deux systèmes qui ont raison sur { PERCENT($accuracy) } des items auxquels ils répondent, s'abstiennent sur { PERCENT($abstained) }, et dont les gains sur des jumeaux ont une corrélation de { NUM($twins, as: "g") }
agreement-systems-pilot = la différence entre deux exécutions sur { NUM($schemas) } schémas, ramenée à celle qui est voulue
agreement-noise-none = des références prises pour parfaites (--kappa ou --pilot disent autre chose)
agreement-noise-kappa = un κ attendu de { NUM($kappa, as: "g") } entre les personnes
agreement-noise-pilot = les votes du pilote
agreement-compare-chosen = Pour montrer une différence d'exactitude de { PERCENT($difference) } entre deux systèmes avec une puissance de { PERCENT($power) }, le plan le moins coûteux est de { NUM($schemas) } schémas avec { $people ->
    [one] une personne par item
   *[other] { NUM($people) } personnes par item
 } : { NUM($labels) } étiquettes.
agreement-compare-none = Aucun nombre de schémas jusqu'à dix millions ne montre une différence de { PERCENT($difference) } entre deux systèmes avec une puissance de { PERCENT($power) }.
agreement-compare-smallest = Avec { NUM($schemas) } schémas et { $people ->
    [one] une personne par item
   *[other] { NUM($people) } personnes par item
 }, la plus petite différence que l'on puisse montrer avec une puissance de { PERCENT($power) } est de { PERCENT($difference) }.
agreement-compare-blind = Avec { NUM($schemas) } schémas et { $people ->
    [one] une personne par item
   *[other] { NUM($people) } personnes par item
 }, aucune différence possible entre deux systèmes de ce genre n'est montrée avec une puissance de { PERCENT($power) }.
agreement-compare-basis = Hypothèses : { $basis } ; { $systems }.
agreement-compare-noise = Une référence est fausse là où de très nombreuses personnes choisiraient autrement ; elle est supposée aussi souvent fausse là où les deux systèmes sont d'accord qu'ailleurs.
agreement-head-noise = références fausses
agreement-head-seen = différence encore visible
agreement-head-schemas = schémas
agreement-head-power = puissance
agreement-head-smallest = plus petite différence
agreement-line-there = schémas existants
agreement-power-title = Puissance pour montrer une différence de { PERCENT($difference) } entre deux systèmes
agreement-help-compare = Dire si une seconde étude des mêmes items confirme la première. Niveaux, items isolés, leur ordre, étiquettes, et dispersion entre études. Code de sortie 1 si elle ne la confirme pas.
    .study = Deux études ou plus : des fichiers d'étiquettes comme pour measure, ou des dossiers de tels fichiers ; avec --collection des exécutions et des réponses : un dossier d'exécutions est un panel de systèmes.
    .focus = La classe dont on regarde la part ; par défaut la seconde de deux, sinon pour chaque item celle qui a le plus de votes.
    .margin = Une différence de niveau sans importance.
    .level = Niveau des intervalles et des tests.
    .times = Combien de fois les personnes sont redistribuées et les items tirés.
    .seed = Graine des tirages.
    .figure = Dessiner la part de chaque item dans la dernière étude selon celle dans la première : SVG, PNG ou PDF.
    .item = Colonne qui nomme les items, ou son numéro ; plusieurs, séparées par des virgules, nomment un item ensemble ; avec une *, colonnes côte à côte : 'Input.text_*'.
    .annotator = Colonne qui nomme les annotateurs, ou son numéro.
    .label = Colonne qui contient les étiquettes, ou son numéro ; avec une *, colonnes côte à côte : 'Answer.c*'.
    .question = Laquelle des questions du fichier on mesure ; sans elle, elles sont énumérées.
    .collection = Les items auxquels des systèmes ont répondu, si les fichiers sont des exécutions ou des journaux (voir `anaphor score`).
    .where = Seulement les lignes avec cette valeur : CHAMP=VALEUR. Peut être répétée.
    .scale = Ce qu'on peut dire de deux étiquettes différentes.
    .classes = Les classes dans leur ordre, séparées par des virgules.
    .repetition = Colonne qui numérote les fois où un annotateur a étiqueté un item ; elles restent séparées, sauf si --repeats les réduit à une étiquette.
    .repeats = Quelle étiquette compte quand un annotateur étiquette un item plusieurs fois.
    .missing = Autre case sans étiquette. Peut être répétée.
    .present = Case qui est une étiquette alors que de telles cases (NA, None) n'en contiennent pas. Peut être répétée.
    .abstentions = Ce qu'est une abstention : une étiquette manquante ou une classe.
    .encoding = Encodage du fichier, si ce n'est ni UTF-8 ni celui qui est deviné.
    .separator = Ce qui sépare les colonnes.
    .without = Laisser cet annotateur de côté. Peut être répétée.
    .skip-rows = Lignes au-dessus du tableau ; les titres au-dessus d'un en-tête sont trouvés sans elle.
    .skip-bad = Laisser de côté les lignes illisibles, et les énumérer.
agreement-compare-one = une seule étude ne peut être comparée à rien
    .todo = Donnez deux études ou plus.
agreement-compare-apart = les études ont { NUM($count) } items en commun, et il en faut deux
    .todo = Les items sont retrouvés par leur nom : donnez des tableaux qui les nomment de la même façon.
agreement-compare-focus = aucune étude n'a la classe { $focus }
    .todo = Les classes sont : { $classes }.
agreement-studies-title = Une étude à côté d'une autre
agreement-studies-depends = Étude { $study } : { $why }. Son niveau, son κ et les tests ci-dessous peuvent être faussés par cela seul : comparez des étiquettes dont le nombre n'a pas dépendu d'elles.
agreement-studies-upheld = Confirmée : les niveaux des études (part moyenne des votes, voir ci-dessous) sont à moins de { PERCENT($margin) } l'un de l'autre, et aucun test ne distingue les études (items p = { NUM($items, digits: 3) }, niveaux p = { NUM($levels, digits: 3) }).
agreement-studies-not-upheld = Non confirmée : les études diffèrent plus que le choix d'autres personnes ne l'explique (items p = { NUM($items, digits: 3) }, niveaux p = { NUM($levels, digits: 3) }).
agreement-studies-open = Indécis : aucun test ne distingue les études (items p = { NUM($items, digits: 3) }, niveaux p = { NUM($levels, digits: 3) }), mais il y a trop peu de personnes pour dire que leurs niveaux sont à moins de { PERCENT($margin) } l'un de l'autre.
agreement-studies-focus = { NUM($count) } items communs ({ NUM($left) } ne sont pas dans toutes les études), selon la part des votes pour { $named ->
    [yes] « { $focus } »
   *[no] la classe qui a le plus de votes pour l'item
 } ; { $sure ->
    [0] aucun item isolé ne diffère
    [one] un item diffère
   *[other] { NUM($sure) } items diffèrent
 } au-delà du hasard (test exact de Fisher, correction de Holm).
agreement-studies-spread = Au-delà de ce qu'explique le choix des personnes, la part d'un item diffère entre études de { PERCENT($sd) } (écart type ; { PERCENT($low) } à { PERCENT($high) }), un niveau de { PERCENT($tau) } (au plus { PERCENT($most) } ; I² { PERCENT($i2) }, Q de Cochran p = { NUM($q, digits: 3) }).
agreement-studies-variation = Le CV* de QRA++ est de { NUM($levels, digits: 2) } pour les niveaux{ $known ->
    [yes] { "," } de { NUM($kappas, digits: 2) } pour les κ
   *[no] { "" }
 } ; les corrélations, le κ entre majorités et la part des paires dans le même ordre sont ci-dessous.
agreement-studies-figure = Chaque item dans la dernière étude et dans la première
agreement-head-study = étude
agreement-head-level = niveau
agreement-head-pair = première → seconde
agreement-head-points = points
agreement-head-margin = p d'équivalence
agreement-head-rank = corrélation des rangs
agreement-head-ceiling = au mieux
agreement-head-same = même majorité
agreement-head-order = même ordre
agreement-head-p = p
agreement-head-holm = p (Holm)
agreement-line-differs = diffère au-delà du hasard
agreement-line-alike = ne diffère pas
