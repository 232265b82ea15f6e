registry-claimed = { $count } paquets déclarent { $name } ({ $kind }) : { $claims }
    .todo = Désinstallez-les tous sauf un.
registry-and = {" et "}
registry-broken = { $name } ({ $kind }) n'a pas pu être chargé depuis { $place } ({ $why })
    .todo = Réinstallez le paquet qui le fournit.
