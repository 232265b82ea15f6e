read-help = Mettre un candidat à la place de l'anaphore.

    « On [les] a punis. » avec « les lycéens » donne « On a puni les lycéens. » ; ce qui ne peut se dire correctement est une abstention, avec sa raison.
    .sentence = La phrase, son anaphore entre [ et ].
    .candidate = Le groupe nominal à mettre à sa place.
    .language = Langue de la phrase.
    .batch = Lignes JSON avec text, candidate, language (- pour l'entrée standard) ; une ligne JSON pour chacune.
read-nothing-given = il faut une phrase et un candidat
    .todo = Essayez : anaphor read "Il [la] voit." "la mer"
read-too-long = la phrase ou le candidat a plus de { NUM($most) } caractères
read-empty-candidate = le candidat est vide
    .todo = Donnez un groupe nominal, par exemple « la voisine ».
read-alternatives = la phrase a des variantes entre {"{"} {"}"}
    .todo = Donnez une variante à la fois.
read-several-anaphors = { $count } anaphores sont marquées
    .todo = Marquez-en une seule avec [ et ].
read-no-anaphor = Aucune anaphore n'est marquée : mettez-la entre [ et ].
read-no-reading = pas de lecture :
read-clash = « { $anaphor } » est { $asked } et « { $candidate } » { $given } : le premier ne peut tenir lieu du second.
read-feature-masculine = masculin
read-feature-feminine = féminin
read-feature-neuter = neutre
read-feature-singular = singulier
read-feature-plural = pluriel
read-not-utf8 = le fichier n'est pas en UTF-8
    .todo = Enregistrez-le en UTF-8.
read-failed-lines = { $count ->
    [one] { $count } ligne n'a pas pu être lue ; sa réponse dit pourquoi.
   *[other] { $count } lignes n'ont pas pu être lues ; leurs réponses disent pourquoi.
 }
read-not-json = ce n'est pas du JSON ({ $error })
read-not-a-case = un objet avec les textes `text` et `candidate` est attendu
read-bug = c'est un défaut d'anaphor ({ $kind } : { $error }) ; merci de signaler la phrase
read-rules = { $sureness } : { $rules }
read-share = { $sureness }, { NUM($share) } %
