demo-help = Exécuter toute la chaîne sur ce qui est embarqué et écrire un rapport.

    Le rapport est un fichier HTML qui s'ouvre hors ligne ; seul son chemin va sur stdout.
    .output = Dossier du rapport.
    .interface = Langue du rapport : en ou fr.
