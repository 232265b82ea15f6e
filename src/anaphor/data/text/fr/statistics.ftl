statistics-no-level = un niveau de { $level } n'en est pas un
    .todo = Il est compris entre 0 et 1, par exemple 0,95.
statistics-impossible-share = { $successes } succès en { $trials } essais sont impossibles
statistics-no-draws = { $times } tirages de { $units } unités n'en sont pas
statistics-no-part = on ne peut pas garder { $size } unités sur { $units }
