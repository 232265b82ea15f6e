resolver-help = Lister les résolveurs, et vérifier que l'un d'eux respecte les règles.
resolver-help-list = Lister les résolveurs pour `resolve --with`.
resolver-help-test = Vérifier qu'un résolveur respecte les règles. Aveugle aux clés, aux identifiants et aux jumeaux, stable, une réponse chacun. Code 1 sinon.
    .resolver = Le résolveur à vérifier.
    .collection = Prendre les questions ici ; par défaut dans les collections embarquées.
    .schemas = Combien de schémas de chaque collection poser.

# Specs
resolver-argument-missing = le résolveur { $name } a besoin de ceci : { $needed }
    .todo = Écrivez { $name }:…
resolver-argument-unwanted = le résolveur { $name } ne prend rien après son nom : '{ $argument }'
resolver-setting-value = le résolveur { $name } n'a pas de { $setting }={ $value }
    .todo = Écrivez { $setting }={ $allowed }.
resolver-setting-unknown = le résolveur { $name } n'a pas de réglage '{ $setting }'
    .todo = Il connaît : { $known }.
resolver-no-number = le résolveur { $name } a besoin d'un nombre : { $setting }={ $value }
resolver-no-whole-number = le résolveur { $name } a besoin d'un nombre entier : { $setting }={ $value }
resolver-number-not-finite = le résolveur { $name } ne peut pas utiliser { $setting }={ $value }
    .todo = Donnez un nombre fini.
resolver-number-low = le résolveur { $name } ne peut pas utiliser { $setting }={ $value }
    .todo = Donnez { NUM($limit, as: "g") } ou plus.
resolver-number-high = le résolveur { $name } ne peut pas utiliser { $setting }={ $value }
    .todo = Donnez { NUM($limit, as: "g") } ou moins.
resolver-no-name = '{ $written }' ne nomme aucun résolveur
    .todo = Écrivez NOM ou NOM:ARGUMENT, par exemple random.
resolver-not-made = le résolveur { $name } n'a pas pu être construit ({ $reason })
resolver-needs-answers = un fichier de réponses
resolver-needs-command = une ligne de commande
resolver-needs-folder = le dossier d'un modèle entraîné
resolver-needs-members = des résolveurs joints par +
resolver-needs-model-name = le nom d'un modèle

# Asking
resolver-too-few-answers = le résolveur { $name } a donné { $count } réponses à { $questions } questions
    .todo = `anaphor resolver test` en dit plus.
resolver-too-many-answers = le résolveur { $name } a donné plus de réponses que les { $questions } questions n'en demandaient
    .todo = `anaphor resolver test` en dit plus.
resolver-other-question = le résolveur { $name }, interrogé sur { $question }, a répondu à une autre question
    .todo = `anaphor resolver test` en dit plus.
resolver-unasked-question = le résolveur { $name } a répondu à une question qui n'était pas posée, ou deux fois à la même
    .todo = `anaphor resolver test` en dit plus.
resolver-misfit = la réponse du résolveur { $name } ne convient pas : { $problem } (question { $question })
    .todo = `anaphor resolver test` en dit plus.
resolver-broke = le résolveur { $name } a échoué ({ $reason })
    .todo = `anaphor resolver test` en dit plus.

# Runs
resolver-no-run = ce n'est pas une exécution
    .todo = `anaphor resolve COLLECTION --with NOM -o FICHIER` en fait une.
resolver-run-header = l'en-tête de l'exécution est illisible ({ $reason })
resolver-no-answer = cette ligne n'est pas une réponse
resolver-no-answer-because = cette ligne n'est pas une réponse ({ $reason })
resolver-trace-no-json = une réponse à { $question } a une trace que JSON ne peut pas contenir
resolver-run-no-file = ce n'est pas un fichier ordinaire
    .todo = Nommez un fichier.
resolver-run-locked = un autre processus est en train d'écrire cette exécution
    .todo = Attendez, ou nommez-en une autre.
resolver-run-not-written = l'exécution n'a pas pu être écrite ({ $reason })
    .todo = Les réponses obtenues jusqu'ici sont conservées ; corrigez cela et relancez la même commande.
resolver-run-other-collection = cette exécution porte sur { $old }, pas sur { $new }
    .todo = Nommez un autre fichier avec -o, ou supprimez celui-ci.
resolver-run-other-resolver = cette exécution est de { $old }, pas de { $new }
    .todo = Nommez un autre fichier avec -o, ou supprimez celui-ci.
resolver-run-other-settings = cette exécution est de { $name } avec d'autres réglages ({ $settings })
    .todo = Nommez un autre fichier avec -o, ou supprimez celui-ci.

# Stored answers
resolver-stored-other = ce sont des réponses à { $asked }, pas à { $other }
    .todo = Donnez la collection qui a été posée, ou une exécution de celle-ci.
resolver-stored-none = le fichier ne contient aucune réponse
resolver-stored-no-candidate = « { $said } » ne désigne aucun des candidats
resolver-stored-strange = aucune réponse ne porte sur une question de cette collection : la première porte sur { $item }, et la première question est { $asked }
    .todo = Donnez la collection qui a été posée, ou des réponses avec ses identifiants.
resolver-stored-left = { $count ->
        [one] Un item n'est
       *[other] { NUM($count) } items ne sont
    } pas dans la collection, et laissé{ $count ->
        [one] {""}
       *[other] s
    } de côté.
resolver-stored-texts = { $count ->
        [one] Une réponse a été trouvée
       *[other] { NUM($count) } réponses ont été trouvées
    } par le texte de l'item, puisqu'aucun item ne porte ce nom.
resolver-stored-high = Le score le plus élevé est pris pour le choix, et tous dépassent 1, comme des perplexités ou des pertes. Si le plus bas est le meilleur, appelez les colonnes perplexity_0, perplexity_1…
resolver-stored-twice = { $name } a répondu deux fois à { $item }
    .todo = Gardez une réponse, ou nommez chaque répondant dans une colonne respondent.
resolver-stored-column = La colonne { $column } est prise pour celle des choix ; si c'est la clé, ,column=NOM nomme la leur.
resolver-stored-letters = { $count ->
        [one] Un choix est une lettre, prise
       *[other] { NUM($count) } choix sont des lettres, prises
    } dans l'ordre où la collection donne les candidats.
resolver-stored-types = la question et le répondant doivent être des textes
resolver-stored-fields = elle n'a pas les champs d'une réponse
resolver-stored-columns = ce ne sont pas des réponses enregistrées : il y a { $known }
    .todo = Donnez une exécution, des lignes JSON avec id et choice, ou un tableau avec les colonnes question et choice ; ,column=NOM désigne la colonne des choix.
resolver-stored-no-column = il n'y a pas de colonne { $column }
    .todo = Il y a { $known }.
resolver-stored-two-columns = les choix peuvent se trouver dans { $first } ou dans { $second }
    .todo = Ajoutez ,column={ $first } ou ,column={ $second } ; l'autre est peut-être la clé.
resolver-stored-torn = les choix sont { $seen } dans { $count } { $count ->
        [one] réponse
       *[other] réponses
    } : ils peuvent compter à partir de 0 ou de 1
    .todo = Ajoutez ,count_from=0 ou ,count_from=1 à --with ; les nombres qui ne conviennent pas sont alors des abstentions.
resolver-stored-numbers = { $count ->
        [one] Un choix est un nombre, compté
       *[other] { NUM($count) } choix sont des nombres, comptés
    } à partir de { $first } ({ $why }) ; ,count_from=0 ou ,count_from=1 en décide autrement.
resolver-stored-zero = il y a un 0
resolver-stored-last = certains atteignent le nombre de candidats, aucun n'est 0
resolver-stored-blanks = comme les réponses de WinoGrande
resolver-stored-few = trop peu pour trancher
resolver-stored-several = { $count } répondants ont répondu
    .todo = Ajoutez ,respondent={ $first } ou un autre.
resolver-stored-nobody = '{ $name }' n'a donné aucune réponse
    .todo = Connus : { $known }.

# Ensembles and commands
resolver-words-count = question { $question } : il faut une probabilité par mot
resolver-words-logs = question { $question } : le logarithme d'une probabilité est fini et au plus égal à 0
resolver-words-differ = question { $question } : les modèles ne lisent pas les mêmes mots
    .todo = Donnez à tous les modèles d'un ensemble le même réglage de `sentences`.
resolver-ensemble-of-one = un ensemble a besoin d'au moins deux résolveurs
    .todo = Joignez-les par +, par exemple ensemble:first+nearest.
resolver-no-word-scorer = { $name } ne peut pas dire si des mots sont probables
    .todo = Utilisez how=vote, ou seulement des modèles de langue.
resolver-command-not-started = la commande '{ $command }' ne peut pas être lancée ({ $reason })
resolver-command-unreadable = la commande '{ $command }' est illisible ({ $reason })
resolver-command-dies = la commande '{ $command }' s'est arrêtée { $count } fois sans réponse ({ $detail })
    .todo = Essayez-la à la main avec une ligne de JSON sur son entrée standard.
resolver-command-restarts = la commande '{ $command }' s'est arrêtée { $count } fois, après { $answered } questions, et n'est plus relancée ({ $detail })
    .todo = Cherchez pourquoi elle s'arrête ; si c'est habituel, autorisez plus de relances : ,restarts=100 après la commande.

# Chat models
resolver-chat-silent = { $url } ne répond pas ({ $detail }, { $tries } essais)
    .todo = Les réponses obtenues jusqu'ici sont conservées ; relancez la même commande pour continuer.
resolver-chat-refused = { $url } refuse la requête ({ $said })
    .todo = Vérifiez url= et le nom du modèle.
resolver-chat-refused-key = { $url } refuse la requête ({ $said })
    .todo = Mettez la clé dans la variable d'environnement { $variable }.
resolver-chat-key = la clé dans la variable d'environnement { $variable } contient un caractère qu'aucune clé n'a
    .todo = Donnez-la de nouveau : seulement des caractères ASCII imprimables, sur une ligne.
resolver-chat-address = '{ $written }' n'est pas une adresse
    .todo = Écrivez url=http://localhost:8000/v1 ou https://….
resolver-chat-password = l'adresse contient un nom, un mot de passe ou une requête
    .todo = Mettez la clé dans une variable d'environnement.
resolver-chat-no-endpoint = le résolveur chat a besoin d'un point d'accès
    .todo = Ajoutez ,url=http://HÔTE:PORT/v1 ou définissez OPENAI_BASE_URL.
resolver-chat-inside = { $host } n'est pas une adresse de l'internet public
    .todo = Qui gère le site peut l'autoriser : --endpoint { $host }:{ $port }
resolver-chat-not-allowed = ce site n'interroge pas { $host }:{ $port }
    .todo = Qui gère le site peut l'autoriser : --endpoint { $host }:{ $port }
resolver-chat-failures = { $url } n'a pas répondu à { $count } questions de suite ({ $detail })
    .todo = Les réponses précédentes sont conservées ; relancez la même commande pour continuer.
resolver-chat-budget-spent = le budget de { NUM($budget, as: "g") } laisse trop peu pour une autre question, qui pourrait coûter { NUM($worst, as: ".3g") } ({ NUM($spent, as: ".4g") } dépensés)
    .todo = Toutes les réponses sont conservées ; la même commande continue, avec autant de nouveau.
resolver-chat-budget-small = le budget de { NUM($budget, as: "g") } laisse trop peu pour une autre question, qui pourrait coûter { NUM($worst, as: ".3g") } ({ NUM($spent, as: ".4g") } dépensés)
    .todo = Toutes les réponses sont conservées ; donnez un budget plus grand.
resolver-chat-no-prices = un budget a besoin de prix
    .todo = Ajoutez ,price_in=… et ,price_out=… (par million de jetons), ou omettez budget=.
resolver-chat-no-limit = un budget a besoin d'un nombre maximal de jetons par réponse
    .todo = Ajoutez ,max_tokens=… ou omettez budget=.
resolver-prompt = ce n'est pas une consigne ({ $reason })
resolver-prompt-toml = ce n'est pas une consigne ({ $reason })
    .todo = Écrivez-la en TOML, en UTF-8.
resolver-prompt-part = la consigne ne contient pas { $part }
    .todo = Mettez { $part } dans `user`.

# Models in files and folders
resolver-no-file = ce fichier n'existe pas
resolver-no-regular-file = ce n'est pas un fichier ordinaire
resolver-file-unreadable = le fichier est illisible ({ $reason })
resolver-no-card = ce n'est pas la fiche d'un modèle fait par anaphor
resolver-card-changed = la fiche a été modifiée : sa signature n'en découle pas
resolver-folder-not-made = le dossier ne peut pas être créé ({ $reason })
resolver-no-folder = ce dossier n'existe pas
    .todo = Créez-le d'abord.
resolver-no-model-folder = ce dossier n'existe pas
    .todo = Donnez le dossier d'un modèle entraîné.
resolver-folder-no-card = ce dossier ne contient pas de modèle fait par anaphor ({ $file } manque)
    .todo = Faites-en un avec `anaphor model train`.
resolver-other-kind = ce dossier contient un modèle de l'espèce { $kind }, pas { $wanted }
resolver-model-not-whole = le modèle n'est pas entier ({ $file } manque)
resolver-other-vocabulary = le vocabulaire n'est pas celui avec lequel le modèle a été entraîné
resolver-other-weights = les poids ne sont pas ceux dont parle la fiche
resolver-weights-unreadable = les poids sont illisibles
resolver-weights-misfit = les poids ne correspondent pas aux réglages de la fiche
resolver-vocabulary-start = un vocabulaire doit commencer par { $words }
resolver-vocabulary-twice = un vocabulaire contient un mot deux fois
resolver-vocabulary-special = le vocabulaire ne commence pas par les mots spéciaux
resolver-no-lstm-settings = les réglages de la fiche ne sont pas ceux d'un LSTM
resolver-no-context2vec = la fiche et les poids ne sont pas ceux d'un même modèle context2vec
resolver-lstm-no-model = ce fichier ne contient pas de LSTM fait par anaphor
resolver-lstm-unreadable = le fichier du LSTM est illisible ({ $reason })
resolver-export-layers = seul un LSTM d'une couche peut être exporté
resolver-part-trained-model = lire un modèle entraîné
resolver-part-lstm = un LSTM en PyTorch
resolver-part-context2vec = context2vec
resolver-part-onnx = lire un fichier ONNX de la version 0.1
resolver-part-training-lstm = entraîner un lstm
resolver-part-training-context2vec = entraîner un context2vec
resolver-part-resolver = le résolveur { $name }

# n-gram models
resolver-arpa-unreadable = le fichier ARPA est illisible ({ $reason })
resolver-no-arpa = ce n'est pas un fichier ARPA
    .todo = Il commence par \data\.
resolver-arpa-cut = \end\ manque : le fichier est coupé
resolver-arpa-size = une ligne `ngram N=NOMBRE` était attendue
resolver-arpa-order = \{ $order }-grams: était attendu
resolver-arpa-word-twice = un mot figure deux fois parmi les 1-grammes
resolver-arpa-word-unknown = le mot '{ $word }' n'est pas parmi les 1-grammes
resolver-arpa-twice = un n-gramme figure deux fois parmi les { $order }-grammes
resolver-arpa-prefix = un { $order }-gramme commence par des mots qui ne sont pas un { $shorter }-gramme
resolver-arpa-entry = un { $order }-gramme était attendu : LOG10 MOTS [POIDS]
resolver-arpa-no-card = ce fichier ARPA n'a pas de fiche à côté de lui
resolver-no-arpa-file = ce fichier n'existe pas
    .todo = Donnez un fichier ARPA.
resolver-no-pack = ce n'est pas un modèle n-gramme compacté par anaphor
resolver-kenlm-unreadable = KenLM ne peut pas lire ce fichier
resolver-kenlm-shipped = les modèles n-grammes livrés ne sont pas ceux de KenLM
    .todo = Donnez un fichier ARPA : ngram:FICHIER.
resolver-table-sizes = une table de n-grammes a besoin d'une probabilité et d'un poids de repli par n-gramme
resolver-table-words = une table de n-grammes a besoin d'une probabilité pour chaque mot
resolver-table-special = une table de n-grammes a besoin de chaque mot une fois, dont { $words }
resolver-order = un modèle n-gramme d'ordre { $order } n'est pas estimé ici
    .todo = Donnez de 1 à { $highest }.
resolver-pruning = l'élagage { $prune } ne convient pas à l'ordre { $order }
    .todo = Donnez un nombre par ordre, aucun plus petit que le précédent, par exemple 0 0 1.
resolver-ngram-ending = un modèle n-gramme ne peut pas s'écrire sous le nom { $name }
    .todo = Terminez-le par .arpa ou .xz.

# Training
resolver-no-sentence = le corpus n'a aucune phrase
    .todo = Donnez plus de texte.
resolver-no-sentence-to-train = le corpus n'a aucune phrase pour l'entraînement
    .todo = Donnez plus de texte.
resolver-corpus-empty = le corpus ne contient aucune phrase
    .todo = Donnez plus de texte.
resolver-no-store = ce dossier ne contient pas de texte numéroté ({ $file } manque)
resolver-share = une part de { NUM($share, as: "g") } ne peut pas être choisie
    .todo = Donnez plus de 0, au plus 1.
resolver-held-out = une part de { NUM($share, as: "g") } ne peut pas être réservée
    .todo = Donnez 0 ou plus, moins de 0,5.
resolver-optimizer-settings = un taux d'apprentissage et une borne du gradient sont supérieurs à 0, un accumulateur et une mise en route ne sont pas inférieurs à 0
resolver-training-settings = les réglages d'entraînement valent au moins 1 (mots par unité : au moins 2)
resolver-sizes = les tailles valent au moins 1
resolver-sizes-dropout = les tailles valent au moins 1 et l'abandon moins de 1
resolver-tied-dimension = des plongements liés ont besoin d'une projection de leur dimension
resolver-tied-softmax = seul le softmax exact peut être lié aux plongements
resolver-cutoffs = les seuils { $cutoffs } doivent croître et rester sous la taille du vocabulaire, { $size }
resolver-diverged = l'entraînement a divergé à l'époque { NUM($epoch, digits: 2) }
    .todo = Donnez un taux d'apprentissage plus bas.
resolver-no-checkpoint = ce n'est pas le point de reprise d'un entraînement
    .todo = Supprimez-le pour recommencer.
resolver-other-checkpoint = ce point de reprise est celui d'un entraînement avec d'autres réglages ou un autre texte
    .todo = Supprimez-le pour recommencer, ou donnez les mêmes réglages et le même corpus.
resolver-training-memory = il n'y a pas assez de mémoire pour ce réseau
    .todo = Prenez un préréglage, un vocabulaire ou un lot plus petit.
resolver-no-gpu = PyTorch ne voit pas de processeur graphique ici
    .todo = Écrivez --device cpu.
resolver-training-device = il n'y a pas d'appareil '{ $device }'
    .todo = Écrivez auto, cpu ou cuda.

# Transformers
resolver-no-model = le résolveur { $name } a besoin d'un modèle
    .todo = Écrivez { $name }:DOSSIER, un fichier .gguf ou un nom du hub.
resolver-missing-weights = le modèle '{ $model }' n'a pas de poids pour { $part }
    .todo = Donnez-en un qui a été entraîné comme modèle de langue { $task }.
resolver-no-offsets = le découpeur de '{ $model }' ne donne pas de positions
    .todo = Utilisez un modèle avec tokenizer.json.
resolver-model-not-loaded = le modèle '{ $model }' ne peut pas être chargé ({ $reason })
    .todo = Donnez un dossier fait par save_pretrained, un fichier .gguf ou un nom du hub.
resolver-wrong-task = '{ $model }' n'est pas un modèle de langue { $task }
    .todo = Donnez un modèle qui a été entraîné comme modèle de langue { $task }.
resolver-other-task = '{ $model }' n'est pas un modèle de langue { $task }
    .todo = Écrivez { $kind }:{ $model }.
resolver-two-quantisations = load_in_8bit et load_in_4bit s'excluent
    .todo = N'en donnez qu'un.
resolver-no-context = chat_template=yes demande un message auquel répondent les phrases
    .todo = Ajoutez ,context=FICHIER avec son texte.
resolver-no-chat-template = le modèle { $model } n'a pas de gabarit de conversation
    .todo = Omettez chat_template.
resolver-no-device = il n'y a pas d'appareil '{ $device }'
    .todo = Écrivez device=cpu ou device=cuda.
resolver-no-cuda = il n'y a pas d'appareil CUDA ici
    .todo = Écrivez device=cpu.
resolver-file-no-model = { $path } n'est pas un modèle
    .todo = Donnez un dossier fait par save_pretrained, ou un fichier .gguf.
resolver-folder-no-config = le dossier { $path } ne contient pas de modèle : il n'a pas de config.json
resolver-no-local-model = il n'y a pas de dossier de modèle { $path }
resolver-not-fetched = il n'y a pas de dossier de modèle { $path } ici, et aucun modèle de ce nom n'a été téléchargé du hub auparavant
    .todo = Donnez un dossier ou un fichier .gguf, ou écrivez { $written },fetch=yes pour le télécharger.
resolver-model-memory = le modèle { $model } et un texte ne tiennent pas ensemble en mémoire
    .todo = Essayez un modèle ou un dtype plus petit.
resolver-pmi-full = rien ne précède une phrase entière
    .todo = Utilisez norm=pmi avec un autre score.
resolver-no-start-mark = le modèle { $model } n'a pas de marque de début
    .todo = Écrivez bos=no ou omettez-le.
resolver-no-mask = { $model } n'est pas un modèle masqué : son découpeur n'a pas de masque

# What resolvers do
resolver-list-title = Résolveurs
resolver-column-name = nom
resolver-column-what = ce qu'il fait
resolver-about-causal = La phrase qu'un modèle de langue causal trouve la plus probable (`causal:DOSSIER|FICHIER.gguf|NOM-DU-HUB,score=full`).
resolver-about-chat = Un modèle de dialogue à un point d'accès compatible avec OpenAI (`chat:MODÈLE,url=http://localhost:8000/v1`).
resolver-about-command = Tout programme qui lit et écrit des lignes JSON (`command:python answer.py,timeout=10`).
resolver-about-context2vec = Le candidat dont la tête convient le mieux à son contexte, d'après un context2vec que vous avez entraîné (`context2vec:DOSSIER`).
resolver-about-cooccurrence = Le candidat qui côtoie le plus l'indice (`cooccurrence[:INDEX],threshold=2.5,measure=mi,window=5`).
resolver-about-ensemble = Plusieurs résolveurs en un (`ensemble:first+nearest+random;seed=3,how=vote`).
resolver-about-first = Le candidat que le texte nomme en premier.
resolver-about-lstm = La phrase qu'un LSTM trouve la plus probable : celui qui est livré, ou le vôtre (`lstm[:DOSSIER|FICHIER.npz]`).
resolver-about-masked = La phrase dont un modèle de langue masqué devine le mieux les mots (`masked:DOSSIER|NOM-DU-HUB,hide=within_word`).
resolver-about-most-frequent = Le candidat le plus fréquent dans un corpus (`most_frequent[:INDEX]`).
resolver-about-nearest = Le candidat nommé le plus près de l'anaphore, d'un côté ou de l'autre.
resolver-about-ngram = La phrase qu'un modèle n-gramme trouve la plus probable : celui qui est livré, ou le vôtre (`ngram[:FICHIER.arpa|FICHIER.xz]`).
resolver-about-panel = La majorité des réponses enregistrées d'un panel (`panel:RÉPONSES.jsonl`).
resolver-about-random = Un choix au hasard, le même pour la même graine (`random,seed=1`).
resolver-about-replay = Des réponses enregistrées dans un fichier, données de nouveau (`replay:EXÉCUTION.jsonl`).

# The battery
resolver-test-title = Vérification de { $resolver }
resolver-progress = vérification de { $resolver }
resolver-no-question = la collection n'a aucune question
    .todo = Nommez-en une autre avec --collection.
resolver-column-check = vérification
resolver-column-result = résultat
resolver-column-why = pourquoi
resolver-result-passed = réussi
resolver-result-failed = échoué
resolver-result-skipped = omis
resolver-check-one-line = a un nom et une signature d'une ligne
resolver-check-no-keys = ne voit jamais les clés
resolver-check-blind = est interrogé à l'aveugle
resolver-check-one-each = répond à chaque question une fois, dans l'ordre
resolver-check-signs = signe ses réponses de son nom
resolver-check-readable = donne des réponses lisibles
resolver-check-nothing = ne répond rien quand rien n'est demandé
resolver-check-highest-score = choisit le score le plus haut
resolver-check-again = donne de nouveau les mêmes réponses
resolver-check-made-anew = donne les mêmes réponses quand il est reconstruit
resolver-check-order = ne dépend pas de l'ordre des questions
resolver-check-batch = ne dépend pas de la taille du lot
resolver-check-one-by-one = répond à une question comme à plusieurs
resolver-check-twins = répond à un item seul comme à côté de son jumeau
resolver-check-as-they-come = donne les mêmes réponses au fur et à mesure
resolver-check-names = ne dépend ni des identifiants ni de l'ordre des candidats
resolver-check-hostile = survit aux questions hostiles
resolver-check-goes-on = continue après un arrêt
resolver-skipped-stored = ses réponses sont enregistrées sous les identifiants de la collection
resolver-skipped-bound = ses réponses sont celles d'une seule collection
resolver-problem-name = son nom '{ $name }' n'est pas une ligne courte
resolver-problem-signature = sa signature est vide ou a plusieurs lignes
resolver-problem-signature-changes = sa signature change pendant qu'on la regarde
resolver-problem-keys = il demande { $hint }, qui contient les clés
resolver-problem-not-blind = { $name } n'est pas aveugle : il demande à voir les identifiants et les ordres (finds_by_id), ce que seules des réponses enregistrées peuvent faire
resolver-problem-differs = { $question } : { $first }, puis { $then }
resolver-problem-no-answer = pas de réponse ({ $reason })
resolver-problem-made-anew = la même description donne un autre nom ou une autre signature
resolver-problem-unreadable = toutes les réponses sont { $reason } ({ $detail })
resolver-problem-scores = { $question } : il a choisi un candidat dont le score n'est pas le plus haut
resolver-problem-respondent = il signe une réponse '{ $signed }', pas '{ $name }'
resolver-problem-asked-again = { $count } questions ont été posées après la reprise
resolver-run-changed = cette ligne n'est pas celle qui a été écrite ici : la réponse a été modifiée, doublée ou déplacée, ou une ligne avant elle manque
    .todo = Reprenez une copie de l'exécution, ou refaites-la sous un autre nom.

# Des fonctions comme résolveurs
resolver-function-setting = { $setting } est pour les fonctions, et ceci est déjà un résolveur
    .todo = Retirez-le ; un dictionnaire donne d'autres noms : score(dict(mine=run)).
resolver-function-none = { $kind } n'est pas un résolveur
    .todo = Donnez un nom tel que "nearest", un résolveur, ou une fonction d'une question.
resolver-function-async = la fonction { $name } est asynchrone
    .todo = Enveloppez-la : lambda question: asyncio.run({ $name }(question)).
resolver-function-parameters = la fonction { $name } a d'autres paramètres qu'une question ({ $names })
    .todo = Donnez une fonction d'un seul paramètre ; functools.partial remplit les autres.
resolver-function-batch = batch vaut { $batch }
    .todo = Donnez True pour toutes les questions à la fois, ou leur nombre par appel.
resolver-function-broke = la fonction { $name } a échoué à la question { $question } ({ $reason })
resolver-function-strange = la fonction { $name } a répondu { $given } à la question { $question }, ce qui ne désigne aucun candidat
    .todo = Renvoyez un candidat ({ $candidates }), son texte ou son indice, un nombre par candidat, ou None pour s'abstenir.
resolver-function-few = la fonction { $name } a donné trop peu de réponses à { $count } questions : aucune à la question { $question }
    .todo = Renvoyez une réponse par question, dans leur ordre.
resolver-function-many = la fonction { $name } a donné plus de réponses que les { $count } questions qui commencent par { $question }
    .todo = Renvoyez une réponse par question, dans leur ordre.
resolver-function-no-list = la fonction { $name } a reçu une liste de questions, la première { $question }, et a renvoyé un seul objet { $kind }
    .todo = Renvoyez une réponse par question, dans leur ordre ; batch=False pose une question à la fois.
resolver-line-list = { $count ->
        [one] { NUM($count) } résolveur
       *[other] { NUM($count) } résolveurs
    }
resolver-line-conformance = { $resolver } { $failed ->
        [0] respecte les règles, { NUM($checks) } contrôles
       *[other] enfreint les règles, { NUM($failed) } contrôles sur { NUM($checks) }
    }
