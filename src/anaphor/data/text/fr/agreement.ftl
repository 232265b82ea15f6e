agreement-percentage = { PERCENT($rate) }
agreement-value = { NUM($value, digits: 3) }
agreement-whole = { NUM($value) }
agreement-join = {" "};{" "}
agreement-short = { NUM($value, as: "g") }
agreement-money = { NUM($value, as: ",.2f") }
agreement-from-to = { PERCENT($low) } – { PERCENT($high) }
agreement-read-long = Lu comme une ligne par étiquette : items dans { $item }, annotateurs dans { $annotator }, étiquettes dans { $label }.
agreement-read-votes = Lu comme des votes anonymes ({ NUM($votes) }) : rien ne dit de qui ils sont. Si une colonne le dit, indiquez-la par --annotator.
agreement-read-tallies = Lu comme des votes par item ({ NUM($votes) }) : personne ne sait de qui ils sont.
agreement-verdict-alone = La seule colonne d'étiquettes, « { $column } », semble être un verdict : rien n'y peut s'accorder ni différer.
agreement-read-items = Lu comme un tableau large : une ligne par item ({ NUM($rows) }), une colonne par annotateur ({ NUM($columns) }).
agreement-read-annotators = Lu comme un tableau large : une ligne par annotateur ({ NUM($rows) }), une colonne par item ({ NUM($columns) }).
agreement-read-counts = Lu comme des nombres de votes : une ligne par item ({ NUM($items) }), une colonne par classe ({ NUM($classes) }), de { NUM($fewest) } à { NUM($most) } votes par item.
agreement-read-counts-equal = Lu comme des nombres de votes : une ligne par item ({ NUM($items) }), une colonne par classe ({ NUM($classes) }), { NUM($most) } votes par item.
agreement-maybe-labels = Les sommes des lignes disent que ces nombres sont des votes ; si ce sont des étiquettes, dites --layout items.
agreement-maybe-votes = Aucun nom ne dit que les colonnes sont des annotateurs : si les nombres sont des votes par classe, dites --layout counts ; si les lignes sont des annotateurs, --layout annotators.
agreement-header-of-labels = La première ligne ({ $row }) est lue comme les noms des colonnes, alors que ce sont aussi des étiquettes plus bas ; si c’est un item, mettez une ligne de noms au-dessus.
agreement-which-way-round = Aucun nom ne dit dans quel sens est le tableau : si cette lecture est fausse, dites --layout items, annotators ou counts.
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
agreement-spelled-alike = Des nombres écrits de plusieurs façons sont une seule classe : { $groups }. Pour les séparer, énumérez-les par --classes.
agreement-doubtful = { $cells } peut signifier l'absence d'étiquette ; ici c'est une classe. Si ce n'en est pas une, dites --missing '{ $first }'.
agreement-capitals = Les classes « { $one } » et « { $two } » ne diffèrent que par la casse ; si c'est la même, dites --merge '{ $one }={ $one },{ $two }'.
agreement-odd-label = L'étiquette « { $label } » n'est pas un nombre, alors que la plupart en sont ; c'est une classe à part.
agreement-left-out-verdict = La colonne « { $column } » est laissée de côté : un verdict n'est l'étiquette de personne.
agreement-left-out-names = La colonne « { $column } » est laissée de côté : ses valeurs ne sont pas des étiquettes.
agreement-left-out-foreign = La colonne « { $column } » est laissée de côté : elle n'a aucune valeur en commun avec une autre. Si c'est celle d'un annotateur, dites --layout items.
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
agreement-better-one = {" "}; avec { NUM($size) } personnes, ce serait { PERCENT($rate) }
agreement-better-two = {" "}; avec { NUM($size) } personnes, ce serait { PERCENT($rate) }, avec { NUM($more) }, { PERCENT($less) }
agreement-doubt = Pour mesurer ce taux, il faut deux panels par item, donc { NUM($needed) } étiquettes ; à défaut, tout ce qui va de { PERCENT($low) } à { PERCENT($high) } convient à ces votes, et les parenthèses ne contiennent que l'erreur d'échantillonnage.
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
agreement-head-low = bas à { NUM($level, as: "g") } %
agreement-head-high = haut
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
agreement-figure-drawn = La figure est dans { $path }.
agreement-head-against = étiquettes qui changent par rapport à
agreement-head-rate = taux
agreement-head-sampling = intervalle d'échantillonnage
agreement-head-range = plage identifiée
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
agreement-panels-drawn = { NUM($panels) } panels tirés : τ { $tau } (écart type { $tau_sd }), κ { $kappa } (écart type { $kappa_sd }).
agreement-panels-all = { NUM($panels) } panels un par un : τ { $tau } (écart type { $tau_sd }), κ { $kappa } (écart type { $kappa_sd }).
agreement-interpret-title = { $coefficient } { NUM($value, as: "g") }, panels de { NUM($size) }
agreement-interpreted = Avec { $coefficient } = { NUM($value, as: "g") }, un autre panel de { NUM($size) } changerait au moins { PERCENT($floor) } des étiquettes, typiquement { PERCENT($typical) }, au plus { PERCENT($ceiling) }.
agreement-too-many-outcomes = laissé de côté, car tant de classes et de personnes votent de trop de façons ; donnez un --pool plus petit.
agreement-head-at-least = au moins
agreement-head-typically = typiquement
agreement-head-at-most = au plus
agreement-opinions = Opinions de la littérature, sans aucun chiffre à l'appui : { $said }.
agreement-opinion = { $scale } : { $word }
agreement-needed-title = { $coefficient } nécessaire pour changer au plus { PERCENT($rate) }
agreement-head-needed-against = par rapport à
agreement-head-alike = si les items se ressemblent
agreement-head-whatever = quels que soient les items
agreement-any-value = tous
agreement-table-title = étiquettes qui changent, en % : au moins / typiquement / au plus
agreement-triple = { NUM($floor, digits: 1) } / { NUM($typical, digits: 1) } / { NUM($ceiling, digits: 1) }
agreement-basis-kappa = un κ attendu de { NUM($kappa, as: "g") } avec { NUM($classes) } classes (items de Dirichlet)
agreement-basis-pilot = les votes du pilote
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
agreement-report-kappa = κ de Davies et Fleiss
agreement-report-change = des étiquettes changeraient avec un autre panel de { NUM($size) }
agreement-report-coefficients = Coefficients et leurs intervalles à { NUM($level, as: "g") } %
agreement-report-risky = Items à réannoter : les plus fragiles
agreement-report-annotators = Chaque annotateur face aux autres
agreement-report-classes = Accord sur chaque classe
agreement-report-curve = Étiquettes qu'un autre panel changerait (le vôtre compte { NUM($size) } { $size ->
    [one] personne
   *[other] personnes
 })
agreement-report-map = Carte des annotateurs : plus ils sont proches, plus ils sont d'accord
agreement-report-map-shown = Les deux directions contiennent { PERCENT($rate) } des écarts au carré entre annotateurs ; les axes n'ont pas d'unité.
agreement-axis-people = personnes par panel
agreement-axis-change = part des étiquettes qui changent
agreement-axis-first = première direction
agreement-axis-second = seconde direction
agreement-line-fresh = un nouveau panel
agreement-line-range = plage identifiée
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
agreement-head-range-low = plage, bas
agreement-head-range-high = plage, haut
