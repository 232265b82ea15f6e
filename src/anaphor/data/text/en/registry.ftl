registry-claimed = { $count } packages register the { $kind } { $name }: { $claims }
    .todo = Uninstall all but one.
registry-and = {" and "}
registry-broken = the { $kind } { $name } could not be loaded from { $place } ({ $why })
    .todo = Reinstall the package that provides it.
