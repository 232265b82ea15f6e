answer-bad-candidate = un choix ne peut pas être le candidat numéro { $candidate }
answer-not-finite = réponse à { $question } : les scores et les durées sont des nombres finis
answer-bad-time = réponse à { $question } : une réponse ne peut pas prendre { $seconds } secondes
answer-no-score = réponse à { $question } : le candidat choisi n'a pas de score
answer-most-failed = la part des échecs doit être comprise entre 0 et 1, et non { $value }
    .todo = Par exemple --most-failed 0.05, ou 1 pour classer toutes les exécutions.
