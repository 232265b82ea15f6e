authoring-line = { NUM($count) } { $count ->
    [one] proposition
   *[other] propositions
 } parmi { NUM($found) } { $found ->
    [one] problème trouvé
   *[other] problèmes trouvés
 } dans { NUM($words) } mots
authoring-written = { NUM($count) } { $count ->
    [one] proposition
   *[other] propositions
 } : dans { $path }. Pour accepter, modifier ou rejeter : anaphor write { $path }
authoring-column-id = proposition
authoring-column-text = passage
authoring-column-candidates = candidats
authoring-column-usefulness = utilité
authoring-column-dropped = laissés de côté parce que
authoring-column-count = problèmes
authoring-looking = recherche de problèmes
authoring-unvalidated = trouvé dans un texte suivi : personne n'y a encore répondu
authoring-from-gold = trouvé dans un corpus annoté, qui donne la clé : personne n'y a encore répondu
authoring-made-by = Trouvé par anaphor collection find ({ $signature }).
authoring-notes = Utilité { NUM($usefulness, digits: 2) } : { $reasons }.
authoring-chain = Chaîne : { $mentions }.
authoring-reason-contest = le candidat le plus proche et le plus saillant diffèrent { NUM($value, digits: 2) }
authoring-reason-tie = aucune heuristique ne tranche { NUM($value, digits: 2) }
authoring-reason-level = l'association est égale { NUM($value, digits: 2) }
authoring-reason-undecided = le modèle n-gramme hésite { NUM($value, digits: 2) }
authoring-reason-alone = le passage se comprend seul { NUM($value, digits: 2) }
authoring-reason-length = longueur { NUM($value, digits: 2) }
authoring-drop-kind = autres sortes de pronoms
authoring-drop-length = trop court ou trop long
authoring-drop-candidates = trop de candidats
authoring-drop-no-key = l'antécédent annoté n'est pas parmi les candidats
authoring-drop-loose = un pronom du passage renvoie à autre chose, hors du passage
authoring-drop-no-subject = aucun candidat n'est sujet
authoring-drop-heading = mots en capitales
authoring-drop-reading = un candidat n'a pas de lecture grammaticale assez sûre
authoring-bad-number = { $name } vaut { $value }, mais doit aller de { $low } à { $high }
authoring-bad-length = un passage ne peut avoir au moins { $shortest } et au plus { $longest } mots
    .todo = Donnez une longueur minimale supérieure à 0 qui ne dépasse pas la longueur maximale.
authoring-output = les propositions ne peuvent pas être écrites dans { $path }
    .todo = Donnez un fichier qui finit par .yaml, dans un dossier qui existe.
authoring-table-language = la table de paires est en langue « { $table } », la collection en « { $collection } »
    .todo = Faites une table à partir de textes dans la langue de la collection (anaphor corpus pairs).
authoring-no-outline = on ne sait pas chercher dans des textes en langue « { $language } »
    .todo = Il existe des règles pour : { $known }. Précisez la langue avec --language si elle n'a pas été reconnue.
authoring-bad-standoff = cette ligne n'est pas une annotation de brat
    .todo = Retirez le fichier, ou lisez le texte sans lui (--no-gold).
authoring-no-file-column = la table des œuvres n'a pas de colonne { $known }
    .todo = Nommez « file » la colonne des noms de fichiers ; les autres peuvent être title, author, licence, genre.
authoring-language-found = La recherche se fait en { $language } : les mots des textes en ont l'air ; --language en décide autrement.
authoring-language-unknown = la langue des textes n'est pas reconnue
    .todo = Précisez-la avec --language. Il existe des règles pour : { $known }.
authoring-suggestions-line = { $name } : { NUM($count) } mots suggérés
authoring-repairs-line = { $name } : { NUM($leaking) } schémas qui fuient, { NUM($count) } propositions
authoring-suggested = Suggestions pour { $items ->
    [one] un item
   *[other] { NUM($items) } items
    } : à vous de juger si un mot inverse la réponse. Rien n'est enregistré.
authoring-without = { $count ->
    [one] Rien à suggérer pour { $first } : l'item n'a pas de clé ou pas de mot spécial marqué (--word le nomme), ou aucun mot de cette forme n'est connu.
   *[other] Rien à suggérer pour { NUM($count) } items, dont { $first } : ils n'ont pas de clé ou pas de mot spécial marqué (--word le nomme), ou aucun mot de leur forme n'est connu.
    }
authoring-leaking = { NUM($count) } schémas sur les { NUM($all) } que les effectifs connaissent livrent leur réponse : les effectifs résolvent chaque variante, selon la règle de l'audit.
authoring-suspected = { $count ->
    [one] { NUM($count) } autre reste indécis, mais ses
   *[other] { NUM($count) } autres restent indécis, mais leurs
    } mots spéciaux attirent davantage le bon candidat dans chaque variante.
authoring-unrepaired = Aucun remplacement n'équilibre { $first }{ $count ->
    [one] .
   *[other] {" "}ni les autres, { NUM($count) } en tout.
    }
authoring-repaired = Ce sont des propositions : lisez-les ; rien n'est enregistré. Avance en bits par variante : avant, après, et dans les comptes qui jugent.
authoring-unjudged = Ce sont des propositions : lisez-les ; rien n'est enregistré. L'avance après réparation vient des comptes qui ont servi à réparer et les flatte : jugez avec d'autres, --judge TABLE.
authoring-part-candidate = candidat
authoring-part-cue = mot spécial
authoring-column-item = item
authoring-column-cue = mot spécial
authoring-column-word = suggestion
authoring-column-opposite = contraire
authoring-column-towards = bits vers l'autre
authoring-column-likely = log2 p
authoring-column-flip = modèle vers l’autre
authoring-column-schema = schéma
authoring-column-part = remplacé
authoring-column-old = ancien
authoring-column-new = nouveau
authoring-column-before = avance avant
authoring-column-after = après
authoring-column-judged = jugée
authoring-column-findings = nouvelles remarques
authoring-column-texts = textes
authoring-word-item = schéma, problème ou item
authoring-most = --most vaut { $most }, mais doit valoir au moins 1
    .todo = Donnez le nombre de propositions à montrer.
authoring-word-of-one = --word { $word } ne vise pas un seul item
    .todo = Donnez aussi l'identifiant d'un schéma, d'un problème ou d'un item.
authoring-no-such-word = rien à suggérer pour le mot « { $word } » de { $id }
    .todo = Nommez un mot de son texte tel qu'il y figure ; l'item doit avoir une clé, et une langue qui a un modèle (fr, en).
