account-help = Dire qui peut se connecter au site et aux bureaux des études.
account-help-add = Permettre à quelqu'un de se connecter au site et aux bureaux des études.

    Le mot de passe est demandé, ou lu sur l'entrée standard.
    .generate = Faire un mot de passe et l'afficher.
    .role = Ce qu'elle peut faire hors des projets : owner, author ou assistant.
    .email = L'adresse par laquelle un fournisseur d'identité la connaît.
account-help-list = Montrer qui peut se connecter.
account-help-remove = Retirer l'accès à quelqu'un.

    Ses sessions et clés d'API s'arrêtent aussitôt.
account-help-key = Faire une clé d'API pour des programmes ; elle n'est affichée que cette fois.
    .label = À quoi sert la clé.
    .days = Nombre de jours après lequel elle prend fin ; un an par défaut.
account-help-keys = Lister les clés d'API d'un compte, avec leur numéro et leur fin.
account-help-revoke = Révoquer une clé d'API d'un compte par son numéro.
    .number = Numéro de la clé, tel que `account keys` le donne.

account-name = nom
account-password = mot de passe
account-role = rôle
account-since = depuis
account-keys = clés d'API
account-key = clé
account-number = numéro
account-label = usage
account-until = jusqu'au
account-revoked = La clé { $number } de { $name } n'ouvre plus rien.
account-key-until = La clé prend fin après { $days ->
        [one] un jour
       *[other] { $days } jours
    }. Pour lister les clés : anaphor account keys { $name }
account-added = { $name } peut se connecter au site et aux bureaux des études.
account-removed = { $name } ne peut plus se connecter. Les projets comptent encore ce nom parmi leurs membres : retirez-le avant de l'attribuer à quelqu'un d'autre.
account-length = Au moins { $least } caractères.
account-ask = Mot de passe
account-ask-again = Encore une fois
account-differ = les deux mots de passe diffèrent
