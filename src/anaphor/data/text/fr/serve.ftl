serve-help = Tout servir sur un seul port : atelier, études et leurs tableaux de bord, défis, rapports, sites publiés.

    Le journal, un document JSON par requête, va sur stdout ; tout le reste est dit sur stderr.
    .folder = Contient études, collections, défis, rapports, sites publiés ; créé au besoin.
    .demo = Montrer une étude simulée, dans un dossier qui disparaît à l'arrêt.
    .database = postgresql://… pour toutes les études ; par défaut des fichiers SQLite.
    .accounts = Où sont gardés les organisateurs ; la base de données, ou le fichier de l'utilisateur.
    .host = Adresse à écouter.
    .port = Port à écouter ; 0 : n'importe lequel.
    .base = Chemin sous lequel un proxy le montre, comme /anaphor.
    .public-url = Adresse par laquelle on atteint le site, par exemple https://study.example.org : les liens et le retour d'un fournisseur d'identité la suivent.
    .proxy = Adresses des proxys dont les en-têtes X-Forwarded sont crus, ou *.
    .corpus = Un index pour l'atelier ; un par langue.
    .workers = Processus ; plusieurs demandent PostgreSQL.
    .oidc = Fournisseur d'identité (OpenID Connect) avec lequel on peut se connecter : son émetteur (issuer), une adresse en https. Son secret pour ce site est dans $ANAPHOR_OIDC_SECRET.
    .oidc-client = Le nom de ce site chez le fournisseur.
    .oidc-domain = Un domaine d'adresses électroniques dont les titulaires reçoivent un compte qui regarde. Peut être répété.
    .job-workers = Processus qui font les travaux ; chacun en prend deux à la fois, et un système d'un défi.
    .offer = Ce qu'a chacun d'eux : gpus=1, memory=64, scratch=500 (Gio) ; une fois pour chacun.
    .only-jobs = Ne sert aucune page : fait les travaux d'un site dont d'autres machines partagent le dossier et la base.
serve-oidc-issuer = { $issuer } ne peut garantir personne : on n'y accède pas par https
    .todo = Donnez l'émetteur du fournisseur, par exemple https://login.example.org/realms/lab.
serve-oidc-incomplete = un fournisseur demande --oidc-client, et son secret pour ce site
    .todo = Définissez { $variable } ; les pages du fournisseur donnent les deux.
serve-oidc-lone = --oidc-client et --oidc-domain ne disent rien sans fournisseur
    .todo = Nommez-le avec --oidc, ou omettez-les.
serve-oidc-no-address = un fournisseur d'identité renvoie à une seule adresse de ce site, et aucune n'est donnée
    .todo = Écrivez --public-url https://…, comme le fournisseur la connaît.
serve-no-offer = « { $given } » n'est rien qu'un ouvrier puisse offrir
    .todo = Écrivez l'un de { $known } avec un nombre, par exemple memory=64.
serve-only-jobs = Fait les travaux de { $folder } ; Ctrl-C pour arrêter.
serve-no-folder = il n'y a pas de site dans { $folder }
    .todo = Nommez le dossier que sert `anaphor serve` ; sa machine et celle-ci doivent le partager.
serve-no-database-url = ce n'est pas l'URL d'une base de données
    .todo = Écrivez postgresql://…, ou omettez-le pour des fichiers SQLite.
serve-workers-share = plusieurs processus ne peuvent pas partager des fichiers SQLite
    .todo = Indiquez --database postgresql://…
serve-two-corpora = deux corpus sont dans la même langue
    .todo = Nommez un corpus par langue.
serve-no-path = « { $base } » ne peut pas être un chemin
    .todo = Employez des lettres, des chiffres, des traits d'union et des barres obliques.
serve-address = Tout est à { $address }
serve-folder = Études, collections, défis, rapports et sites publiés sont pris dans { $folder }.
serve-answers = Les réponses vont dans { $place }.
serve-nobody = Personne ne peut encore se connecter ; créez un compte : anaphor account add NOM{ $there }
serve-stop = Arrêtez par Ctrl-C : tout ce qui a été confirmé est sur le disque.
serve-demo = Connectez-vous comme demo avec le mot de passe { $password } ; il ne vaudra plus rien à l'arrêt.
