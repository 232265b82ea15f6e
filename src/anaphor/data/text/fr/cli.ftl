cli-help = Écrire, auditer et évaluer des schémas Winograd, et mesurer les jugements humains qui les valident.
    .version = Afficher la version.
cli-help-shared = Options communes à plusieurs commandes.
    .accounts = Où sont gardés les comptes : un fichier, ou postgresql://… ; par défaut, celui de l'utilisateur.
    .at = Répétitions seulement : le moment de l'acte (2026-12-01T09:00+01:00 ; UTC sans fuseau).
    .classes = Nombre de classes.
    .column = Pour un jeu de données : LE_NÔTRE=LE_LEUR, p. ex. text=sentence ou split=train. Répétable.
    .cut = Couper une échelle de nombres à ces points : -0.5,0.5.
    .database = Où sont gardées les réponses : un fichier, ou postgresql://… ; par défaut, à côté du plan.
    .design = Un plan fait par `experiment new`.
    .folder = Le dossier du défi.
    .format = Format du fichier, s'il n'est pas reconnu.
    .html = Écrire aussi un rapport : une page (.html), Markdown (.md) ou des tableaux LaTeX (.tex).
    .interface = Langue des phrases et des titres.
    .json = Écrire un document JSON au lieu d'un tableau.
    .language = Garder une langue parmi plusieurs, ou l'indiquer.
    .layout = Disposition des étiquettes dans le fichier, si elle n'est pas reconnue.
    .level = Niveau des intervalles et des tests.
    .md = Écrire aussi le résultat en Markdown.
    .merge = Réunir des classes : NOUVELLE=ANCIENNE,ANCIENNE. Répétable.
    .missing = Traitement des questions sans réponse : refuse, abstain ou skip.
    .name = Nom du compte.
    .prevalence = Parts des classes, 1 en tout, p. ex. 0.5,0.3,0.2 ; toutes égales par défaut.
    .seed = Graine de tout ce qui est tiré au sort.
    .source = Un fichier, ou un nom de `collection list`.
    .tex = Écrire aussi les tableaux en LaTeX.

cli-json-and-report = `{ $command }` écrit un rapport de ce qu'il affiche, et --json n'affiche rien
    .todo = Retirez --html ou --json.
cli-unknown-interface = l'interface ne parle pas « { $interface } »
    .todo = Écrivez --interface fr ou en.
cli-report-written = Le rapport est dans { $path }.
cli-broken-command = la commande { $name } ne peut pas être chargée ({ $why })
    .todo = Réinstallez anaphor.
cli-stopped = Arrêté.
cli-no-memory = Il n'y a pas assez de mémoire pour cela. Essayez avec une entrée plus petite.
cli-too-deep = L'entrée est trop imbriquée pour être lue.
cli-bug = C'est une erreur d'anaphor. Signalez-la en joignant le fichier { $path }
