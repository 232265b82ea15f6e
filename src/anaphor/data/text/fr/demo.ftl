demo-help = Exécuter toute la chaîne sur ce qui est embarqué et écrire un rapport.

    Le rapport est un fichier HTML qui s'ouvre hors ligne ; seul son chemin va sur stdout.
    .output = Dossier du rapport.
    .interface = Langue du rapport : en ou fr.

demo-title = anaphor : la chaîne à l’œuvre
demo-lead = Un schéma Winograd est une paire de phrases qui ne diffèrent que par un mot, et où le pronom change alors d’antécédent. Cette page a été produite par une seule commande à partir de ce que contient le paquet, sans aucun réseau.
demo-simulated = Participants simulés
demo-agreement-note = { $people } participants simulés ont répondu à { $collection } (graine { $seed }) : personne n’a été interrogé. Les chiffres montrent ce que la commande « anaphor agreement measure » dit de vraies réponses.
demo-checked = Collection ({ $name }) : { NUM($items) } { $items ->
    [one] item
   *[other] items
}, { NUM($errors) } { $errors ->
    [one] erreur
   *[other] erreurs
} ; empreinte { $fingerprint }.
demo-audit = Audit ({ $name }). { $said }
demo-study = Étude ({ $name }), participants simulés : { $said }.
demo-agreement = Accord, participants simulés. { $said }
demo-scores = Systèmes ({ $name }), réussite en pour cent et intervalles à 95 % (hasard : { $chance }) : { $said }.
demo-next = Les prochaines étiquettes, après { $early } participants simulés. { $said }
demo-plan = La taille d’une comparaison. { $said }
demo-plan-title = La taille d’une comparaison
demo-scale = Une seule échelle, participants simulés. { $said }
demo-compare = Deux moitiés des participants simulés, comme deux études. { $said }
demo-half-1 = première moitié
demo-half-2 = seconde moitié
demo-made-up = Les participants sont simulés : voici ce que la commande « anaphor { $command } » dit de vraies réponses.
demo-challenge = Défi en répétition, participants simulés : { $verdicts }. Son site est à côté du rapport : { $path }.
demo-no-folder = le dossier ne peut pas être créé ({ $why })
demo-audit-title = Audit de la collection embarquée
demo-rehearsal = Répétition
demo-site = site/fr/index.html
