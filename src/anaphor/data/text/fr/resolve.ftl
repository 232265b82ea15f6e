resolve-help = Poser une collection à un résolveur, garder ses réponses.

    L'exécution peut être arrêtée à tout moment : la même commande reprend là où elle s'est arrêtée. `anaphor score` l'évalue.
    .with = Le résolveur ; voir `resolver list`.
    .output = Le fichier de l'exécution ; par défaut un fichier dans le dossier runs.
    .limit = Ne poser que les premières questions, ce nombre ; les autres peuvent suivre.
    .again = Poser de nouveau ce qui a échoué ou expiré.
resolve-title = { $respondent } sur { $collection }
resolve-progress = { $resolver } sur { $collection }
resolve-stopped = Les réponses obtenues jusqu'ici sont dans { $path } ; la même commande reprend à partir de là.
resolve-kept = Les réponses obtenues jusqu'ici sont dans { $path } ; le même appel avec output="{ $path }" reprend à partir de là.
resolve-line-dropped = { $path } : une dernière ligne à moitié écrite a été supprimée ; sa question a été posée de nouveau.
resolve-failed = { $path } : { $count } questions ont échoué ou expiré ; la même commande avec --again (again=True en Python) les pose une fois de plus.
resolve-several-sentences = { $count } questions sur { $answers } ont plusieurs phrases, et le modèle s'y abstient, comme dans l'article 2 ; ajoutez ,sentences=last à son nom pour qu'il lise la dernière, ou ,sentences=whole pour toutes.
resolve-unreadable = { $count ->
        [one] Une réponse n'a pas pu être lue
       *[other] { NUM($count) } réponses n'ont pas pu être lues
    } comme un choix ; la première : { $first }.
resolve-cut-off = { $count ->
        [one] Une réponse a été coupée
       *[other] { NUM($count) } réponses ont été coupées
    } par la limite de jetons, et aucun choix n'y a été lu ; relevez-la : ,max_tokens=512 après le nom du modèle.
resolve-untrusted = { $failed } questions sur { $answers } ont échoué ({ $share } % : { $reasons }), plus de { $most } % : ces réponses renseignent sur la panne plus que sur le système, et `score` ne les classe pas. { $kept ->
        [yes] Elles sont conservées ({ $path }).{ " " }
       *[no] { "" }
    }Corrigez la panne et relancez{ $kept ->
        [yes] { " " }vers un autre fichier
       *[no] { "" }
    }, ou acceptez davantage d'échecs : --most-failed 1.
resolve-silent = Il n'a choisi aucun candidat en { NUM($answers) } questions : `score` ne classe pas une telle exécution, dont le score serait celui du hasard.
resolve-row-run = exécution
resolve-row-respondent = répondant
resolve-row-signature = signature
resolve-row-questions = questions
resolve-row-asked = posées maintenant
resolve-row-choices = choix
resolve-row-abstentions = abstentions
resolve-row-tokens = choix selon les tokens évalués
resolve-tokens = { $first ->
        [1] 1 token
       *[other] { $last ->
            [more] { $first } tokens ou plus
           *[other] { $first } à { $last } tokens
        }
    } : { NUM($count) }
resolve-row-missing = pas encore posées
resolve-row-usage = consommation
resolve-in-memory = en mémoire
resolve-line = { $respondent } sur { $collection }, { $answers ->
        [one] { NUM($answers) } question
       *[other] { NUM($answers) } questions
    } sur { NUM($questions) }, { $abstentions ->
        [one] { NUM($abstentions) } abstention
       *[other] { NUM($abstentions) } abstentions
    }
resolve-no-number = { $setting } vaut { $value }
    .todo = Donnez un nombre entier à partir de 1.
