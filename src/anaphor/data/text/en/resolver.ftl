resolver-help = List resolvers, and test whether one keeps the rules.
resolver-help-list = List the resolvers for `resolve --with`.
resolver-help-test = Test that a resolver keeps the rules. Blind to keys, ids and twins, steady, one answer each. Exit 1 if not.
    .resolver = The resolver to test.
    .collection = Take the questions from here; by default from the embedded ones.
    .schemas = How many schemas of each collection to ask.

# Specs
resolver-argument-missing = the resolver { $name } needs { $needed }
    .todo = Write { $name }:…
resolver-argument-unwanted = the resolver { $name } takes nothing after its name: '{ $argument }'
resolver-setting-value = the resolver { $name } has no { $setting }={ $value }
    .todo = Write { $setting }={ $allowed }.
resolver-setting-unknown = the resolver { $name } has no setting '{ $setting }'
    .todo = It knows: { $known }.
resolver-no-number = the resolver { $name } needs a number: { $setting }={ $value }
resolver-no-whole-number = the resolver { $name } needs a whole number: { $setting }={ $value }
resolver-number-not-finite = the resolver { $name } cannot use { $setting }={ $value }
    .todo = Give a finite number.
resolver-number-low = the resolver { $name } cannot use { $setting }={ $value }
    .todo = Give { NUM($limit, as: "g") } or more.
resolver-number-high = the resolver { $name } cannot use { $setting }={ $value }
    .todo = Give { NUM($limit, as: "g") } or less.
resolver-no-name = '{ $written }' names no resolver
    .todo = Write NAME or NAME:ARGUMENT, e.g. random.
resolver-not-made = the resolver { $name } could not be made ({ $reason })
resolver-needs-answers = a file of answers
resolver-needs-command = a command line
resolver-needs-folder = the folder of a trained model
resolver-needs-members = resolvers joined by +
resolver-needs-model-name = the name of a model

# Asking
resolver-too-few-answers = the resolver { $name } gave { $count } answers to { $questions } questions
    .todo = `anaphor resolver test` finds out more.
resolver-too-many-answers = the resolver { $name } gave more answers than the { $questions } questions asked for
    .todo = `anaphor resolver test` finds out more.
resolver-other-question = the resolver { $name } was asked { $question } and answered another question
    .todo = `anaphor resolver test` finds out more.
resolver-unasked-question = the resolver { $name } answered a question that was not asked, or one twice
    .todo = `anaphor resolver test` finds out more.
resolver-misfit = the resolver { $name } { $problem } (question { $question })
    .todo = `anaphor resolver test` finds out more.
resolver-broke = the resolver { $name } broke ({ $reason })
    .todo = `anaphor resolver test` finds out more.

# Runs
resolver-no-run = this is no run
    .todo = `anaphor resolve COLLECTION --with NAME -o FILE` makes one.
resolver-run-header = the run's header cannot be read ({ $reason })
resolver-no-answer = this line is no answer
resolver-no-answer-because = this line is no answer ({ $reason })
resolver-trace-no-json = an answer to { $question } has a trace that JSON cannot hold
resolver-run-no-file = this is no regular file
    .todo = Name a file.
resolver-run-locked = another process is writing this run
    .todo = Wait, or name another.
resolver-run-not-written = the run could not be written ({ $reason })
    .todo = Answers up to here are kept; mend this and run the same command again.
resolver-run-other-collection = this run is of { $old }, not of { $new }
    .todo = Name another file with -o, or remove this one.
resolver-run-other-resolver = this run was made by { $old }, not by { $new }
    .todo = Name another file with -o, or remove this one.
resolver-run-other-settings = this run was made by { $name } with other settings ({ $settings })
    .todo = Name another file with -o, or remove this one.

# Stored answers
resolver-stored-other = these are answers to { $asked }, not to { $other }
    .todo = Give the collection that was asked, or a run of this one.
resolver-stored-none = there is no answer in the file
resolver-stored-no-candidate = “{ $said }” names none of the candidates
resolver-stored-strange = none of the answers is to a question of this collection: the first is to { $item }, and the first question is { $asked }
    .todo = Give the collection that was asked, or answers with its ids.
resolver-stored-left = { $count ->
        [one] One item is
       *[other] { NUM($count) } items are
    } not in the collection, and left out.
resolver-stored-texts = { $count ->
        [one] One answer was
       *[other] { NUM($count) } answers were
    } found by the item's text, since no item has that name.
resolver-stored-high = The highest score is taken for the choice, and all are above 1, as perplexities and losses are. If the lowest is the best, call the columns perplexity_0, perplexity_1 …
resolver-stored-twice = { $name } answered { $item } twice
    .todo = Keep one answer, or give each respondent a name of its own in a column respondent.
resolver-stored-column = The column { $column } is taken for the choices; if it is the key, ,column=NAME names theirs.
resolver-stored-letters = { $count ->
        [one] One choice is a letter, taken
       *[other] { NUM($count) } choices are letters, taken
    } in the order in which the collection has the candidates.
resolver-stored-types = question and respondent must be texts
resolver-stored-fields = it does not have an answer's fields
resolver-stored-columns = these are no stored answers: there is { $known }
    .todo = Give a run, JSON lines with id and choice, or a table with the columns question and choice; ,column=NAME names the column of the choices.
resolver-stored-no-column = there is no column { $column }
    .todo = There is { $known }.
resolver-stored-two-columns = the choices may stand in { $first } or in { $second }
    .todo = Add ,column={ $first } or ,column={ $second }; the other may be the key.
resolver-stored-torn = the choices are { $seen } in { $count } { $count ->
        [one] answer
       *[other] answers
    }: they may count from 0 or from 1
    .todo = Add ,count_from=0 or ,count_from=1 to --with; numbers that do not fit are then abstentions.
resolver-stored-numbers = { $count ->
        [one] One choice is a number, taken
       *[other] { NUM($count) } choices are numbers, taken
    } to count from { $first } ({ $why }); ,count_from=0 or ,count_from=1 says otherwise.
resolver-stored-zero = there is a 0
resolver-stored-last = some are as high as the number of candidates, none is 0
resolver-stored-blanks = as WinoGrande's own answers do
resolver-stored-few = too few to tell
resolver-stored-several = { $count } respondents answered
    .todo = Add ,respondent={ $first } or another.
resolver-stored-nobody = '{ $name }' gave no answer
    .todo = Known: { $known }.

# Ensembles and commands
resolver-words-count = question { $question }: there must be one probability per word
resolver-words-logs = question { $question }: a logarithm of a probability is at most 0 and finite
resolver-words-differ = question { $question }: the models do not read the same words
    .todo = Give all models of an ensemble the same setting of `sentences`.
resolver-ensemble-of-one = an ensemble needs two resolvers or more
    .todo = Join them with +, e.g. ensemble:first+nearest.
resolver-no-word-scorer = { $name } cannot say how probable words are
    .todo = Use how=vote, or language models alone.
resolver-command-not-started = the command '{ $command }' cannot be started ({ $reason })
resolver-command-unreadable = the command '{ $command }' cannot be read ({ $reason })
resolver-command-dies = the command '{ $command }' ended { $count } times without an answer ({ $detail })
    .todo = Try it by hand with one line of JSON on its standard input.
resolver-command-restarts = the command '{ $command }' ended { $count } times, after { $answered } questions, and is not started again ({ $detail })
    .todo = Find out why it ends; where restarts are usual, allow more of them: ,restarts=100 behind the command.

# Chat models
resolver-chat-silent = { $url } does not answer ({ $detail }, { $tries } tries)
    .todo = The answers so far are kept; run the same command again to go on.
resolver-chat-refused = { $url } refuses the request ({ $said })
    .todo = Check url= and the name of the model.
resolver-chat-refused-key = { $url } refuses the request ({ $said })
    .todo = Put the key in the environment variable { $variable }.
resolver-chat-key = the key in the environment variable { $variable } holds a character that no key has
    .todo = Set it again: only printable ASCII characters, on one line.
resolver-chat-address = '{ $written }' is no address
    .todo = Write url=http://localhost:8000/v1 or https://….
resolver-chat-password = the address holds a name, a password or a query
    .todo = Put the key in an environment variable.
resolver-chat-no-endpoint = the resolver chat needs an endpoint
    .todo = Add ,url=http://HOST:PORT/v1 or set OPENAI_BASE_URL.
resolver-chat-inside = { $host } is not an address of the public internet
    .todo = Whoever runs the site can allow it: --endpoint { $host }:{ $port }
resolver-chat-not-allowed = this site does not ask { $host }:{ $port }
    .todo = Whoever runs the site can allow it: --endpoint { $host }:{ $port }
resolver-chat-failures = { $url } gave no reply to { $count } questions in a row ({ $detail })
    .todo = The answers before them are kept; run the same command again to go on.
resolver-chat-budget-spent = the budget of { NUM($budget, as: "g") } leaves too little for another question, which could cost { NUM($worst, as: ".3g") } ({ NUM($spent, as: ".4g") } spent)
    .todo = All answers are kept; the same command goes on, with as much again.
resolver-chat-budget-small = the budget of { NUM($budget, as: "g") } leaves too little for another question, which could cost { NUM($worst, as: ".3g") } ({ NUM($spent, as: ".4g") } spent)
    .todo = All answers are kept; give a larger budget.
resolver-chat-no-prices = a budget needs prices
    .todo = Add ,price_in=… and ,price_out=… (per million tokens), or leave budget= out.
resolver-chat-no-limit = a budget needs a limit of tokens per reply
    .todo = Add ,max_tokens=… or leave budget= out.
resolver-prompt = this is no prompt ({ $reason })
resolver-prompt-toml = this is no prompt ({ $reason })
    .todo = Write it in TOML, as UTF-8.
resolver-prompt-part = the prompt has no { $part } in it
    .todo = Put { $part } in `user`.

# Models in files and folders
resolver-no-file = there is no such file
resolver-no-regular-file = this is no regular file
resolver-file-unreadable = the file cannot be read ({ $reason })
resolver-no-card = this is no card of a model made by anaphor
resolver-card-changed = the card was changed: its signature does not follow from it
resolver-folder-not-made = the folder cannot be made ({ $reason })
resolver-no-folder = there is no such folder
    .todo = Make it first.
resolver-no-model-folder = there is no such folder
    .todo = Give the folder of a trained model.
resolver-folder-no-card = this folder holds no model made by anaphor ({ $file } is missing)
    .todo = Make one with `anaphor model train`.
resolver-other-kind = this folder holds a model of the kind { $kind }, not { $wanted }
resolver-model-not-whole = the model is not whole ({ $file } is missing)
resolver-other-vocabulary = the vocabulary is not the one that the model was trained with
resolver-other-weights = the weights are not those that the card speaks of
resolver-weights-unreadable = the weights cannot be read
resolver-weights-misfit = the weights do not fit the settings on the card
resolver-vocabulary-start = a vocabulary must begin with { $words }
resolver-vocabulary-twice = a vocabulary holds a word twice
resolver-vocabulary-special = the vocabulary does not begin with the special words
resolver-no-lstm-settings = the card's settings are not those of an LSTM
resolver-no-context2vec = the card and the weights are not those of one context2vec model
resolver-lstm-no-model = this file holds no LSTM made by anaphor
resolver-lstm-unreadable = the file of the LSTM cannot be read ({ $reason })
resolver-export-layers = only an LSTM of one layer can be exported
resolver-part-trained-model = reading a trained model
resolver-part-lstm = an LSTM in PyTorch
resolver-part-context2vec = context2vec
resolver-part-onnx = reading an ONNX file of version 0.1
resolver-part-training-lstm = training lstm
resolver-part-training-context2vec = training context2vec
resolver-part-resolver = the resolver { $name }

# n-gram models
resolver-arpa-unreadable = the ARPA file cannot be read ({ $reason })
resolver-no-arpa = this is no ARPA file
    .todo = It begins with \data\.
resolver-arpa-cut = \end\ is missing: the file is cut off
resolver-arpa-size = a line `ngram N=COUNT` was expected
resolver-arpa-order = \{ $order }-grams: was expected
resolver-arpa-word-twice = a word stands twice among the 1-grams
resolver-arpa-word-unknown = the word '{ $word }' is not among the 1-grams
resolver-arpa-twice = an n-gram stands twice among the { $order }-grams
resolver-arpa-prefix = a { $order }-gram begins with words that are no { $shorter }-gram
resolver-arpa-entry = a { $order }-gram was expected: LOG10 WORDS [WEIGHT]
resolver-arpa-no-card = this ARPA file has no card beside it
resolver-no-arpa-file = there is no such file
    .todo = Give an ARPA file.
resolver-no-pack = this is no n-gram model packed by anaphor
resolver-kenlm-unreadable = KenLM cannot read this file
resolver-kenlm-shipped = the shipped n-gram models are not KenLM's
    .todo = Give an ARPA file: ngram:FILE.
resolver-table-sizes = an n-gram table needs one probability and one back-off weight per n-gram
resolver-table-words = an n-gram table needs a probability for every word
resolver-table-special = an n-gram table needs each word once, and { $words } among them
resolver-order = an n-gram model of order { $order } is not estimated here
    .todo = Give 1 to { $highest }.
resolver-pruning = the pruning { $prune } does not fit the order { $order }
    .todo = Give one count per order, none lower than the one before, e.g. 0 0 1.
resolver-ngram-ending = an n-gram model cannot be written as { $name }
    .todo = End it in .arpa or .xz.

# Training
resolver-no-sentence = the corpus has no sentence
    .todo = Give more text.
resolver-no-sentence-to-train = the corpus has no sentence to train on
    .todo = Give more text.
resolver-corpus-empty = the corpus holds no sentence
    .todo = Give more text.
resolver-no-store = this folder holds no token store ({ $file } is missing)
resolver-share = a share of { NUM($share, as: "g") } cannot be selected
    .todo = Give more than 0, at most 1.
resolver-held-out = a share of { NUM($share, as: "g") } cannot be held out
    .todo = Give 0 or more, below 0.5.
resolver-optimizer-settings = a learning rate and a clip are above 0, an accumulator and a warm-up are not below 0
resolver-training-settings = training settings must be at least 1 (words per unit at least 2)
resolver-sizes = sizes must be at least 1
resolver-sizes-dropout = sizes must be at least 1 and a dropout below 1
resolver-tied-dimension = tied embeddings need a projection of their own dimension
resolver-tied-softmax = only the exact softmax can be tied to the embeddings
resolver-cutoffs = the cutoffs { $cutoffs } must ascend and stay below the vocabulary's { $size }
resolver-diverged = the training diverged in epoch { NUM($epoch, digits: 2) }
    .todo = Give a lower learning rate.
resolver-no-checkpoint = this is no checkpoint of a training
    .todo = Remove it to begin anew.
resolver-other-checkpoint = this checkpoint belongs to a training with other settings or other text
    .todo = Remove it to begin anew, or give the same settings and corpus.
resolver-training-memory = there is not enough memory for this network
    .todo = Take a smaller preset, vocabulary or batch.
resolver-no-gpu = PyTorch sees no GPU here
    .todo = Write --device cpu.
resolver-training-device = there is no device '{ $device }'
    .todo = Write auto, cpu or cuda.

# Transformers
resolver-no-model = the resolver { $name } needs a model
    .todo = Write { $name }:FOLDER, a .gguf file or a hub name.
resolver-missing-weights = the model '{ $model }' has no weights for { $part }
    .todo = Give one that was trained as a { $task } language model.
resolver-no-offsets = the tokenizer of '{ $model }' gives no offsets
    .todo = Use a model with tokenizer.json.
resolver-model-not-loaded = the model '{ $model }' cannot be loaded ({ $reason })
    .todo = Give a folder made by save_pretrained, a .gguf file, or a hub name.
resolver-wrong-task = '{ $model }' is no { $task } language model
    .todo = Give a model that was trained as a { $task } language model.
resolver-other-task = '{ $model }' is no { $task } language model
    .todo = Write { $kind }:{ $model }.
resolver-two-quantisations = load_in_8bit and load_in_4bit exclude each other
    .todo = Give one of them.
resolver-no-context = chat_template=yes needs a message that the sentences answer
    .todo = Add ,context=FILE with its words.
resolver-no-chat-template = the model { $model } has no chat template
    .todo = Leave chat_template out.
resolver-no-device = there is no device '{ $device }'
    .todo = Write device=cpu or device=cuda.
resolver-no-cuda = there is no CUDA device here
    .todo = Write device=cpu.
resolver-file-no-model = { $path } is no model
    .todo = Give a folder made by save_pretrained, or a .gguf file.
resolver-folder-no-config = the folder { $path } holds no model: it has no config.json
resolver-no-local-model = there is no model folder { $path }
resolver-not-fetched = there is no model folder { $path } here, and no model of that name was fetched from the hub before
    .todo = Give a folder or a .gguf file, or write { $written },fetch=yes to fetch it.
resolver-model-memory = the model { $model } and a text do not fit into memory together
    .todo = Try a smaller model or dtype.
resolver-pmi-full = nothing stands before a whole sentence
    .todo = Use norm=pmi with another score.
resolver-no-start-mark = the model { $model } has no start mark
    .todo = Write bos=no or leave it out.
resolver-no-mask = { $model } is no masked model: its tokenizer has no mask

# What resolvers do
resolver-list-title = Resolvers
resolver-column-name = name
resolver-column-what = what it does
resolver-about-causal = The sentence that a causal language model finds most probable (`causal:FOLDER|FILE.gguf|HUB-NAME,score=full`).
resolver-about-chat = A chat model at an OpenAI-compatible endpoint (`chat:MODEL,url=http://localhost:8000/v1`).
resolver-about-command = Any program that reads and writes JSON lines (`command:python answer.py,timeout=10`).
resolver-about-context2vec = The candidate whose head fits its context best, by a context2vec that you trained (`context2vec:FOLDER`).
resolver-about-cooccurrence = The candidate that meets the cue most (`cooccurrence[:INDEX],threshold=2.5,measure=mi,window=5`).
resolver-about-ensemble = Several resolvers as one (`ensemble:first+nearest+random;seed=3,how=vote`).
resolver-about-first = The candidate that the text names first.
resolver-about-lstm = The sentence that an LSTM finds most probable: the shipped one, or yours (`lstm[:FOLDER|FILE.npz]`).
resolver-about-masked = The sentence whose words a masked language model guesses best (`masked:FOLDER|HUB-NAME,hide=within_word`).
resolver-about-most-frequent = The candidate that is more frequent in a corpus (`most_frequent[:INDEX]`).
resolver-about-nearest = The candidate named nearest to the anaphor, on either side.
resolver-about-ngram = The sentence that an n-gram model finds most probable: the shipped, or yours (`ngram[:FILE.arpa|FILE.xz]`).
resolver-about-panel = The majority of a panel's stored answers (`panel:ANSWERS.jsonl`).
resolver-about-random = A guess, the same for the same seed (`random,seed=1`).
resolver-about-replay = Answers stored in a file, given again (`replay:RUN.jsonl`).

# The battery
resolver-test-title = { $resolver } tested
resolver-progress = testing { $resolver }
resolver-no-question = the collection has no question
    .todo = Name another with --collection.
resolver-column-check = check
resolver-column-result = result
resolver-column-why = why
resolver-result-passed = passed
resolver-result-failed = failed
resolver-result-skipped = skipped
resolver-check-one-line = has a name and a signature of one line
resolver-check-no-keys = never sees keys
resolver-check-blind = is asked blind
resolver-check-one-each = answers every question once, in order
resolver-check-signs = signs its answers with its name
resolver-check-readable = gives replies that can be read
resolver-check-nothing = answers nothing when nothing is asked
resolver-check-highest-score = chooses the highest score
resolver-check-again = gives the same answers again
resolver-check-made-anew = gives the same answers when it is made anew
resolver-check-order = does not depend on the order of questions
resolver-check-batch = does not depend on the size of the batch
resolver-check-one-by-one = answers one question as it answers many
resolver-check-twins = answers an item alone as beside its twin
resolver-check-as-they-come = gives the same answers as they come
resolver-check-names = does not depend on ids or the order of candidates
resolver-check-hostile = survives hostile questions
resolver-check-goes-on = goes on after a stop
resolver-skipped-stored = its answers are stored under the collection's ids
resolver-skipped-bound = its answers are those of one collection
resolver-problem-name = its name '{ $name }' is not a short line
resolver-problem-signature = its signature is empty or has several lines
resolver-problem-signature-changes = its signature changes while one looks at it
resolver-problem-keys = it asks for { $hint }, which holds the keys
resolver-problem-not-blind = { $name } is not blind: it asks to see ids and orders (finds_by_id), as only stored answers may
resolver-problem-differs = { $question }: { $first }, then { $then }
resolver-problem-no-answer = no answer ({ $reason })
resolver-problem-made-anew = the same spec gives another name or signature
resolver-problem-unreadable = all replies are { $reason } ({ $detail })
resolver-problem-scores = { $question }: it chose a candidate whose score is not the highest
resolver-problem-respondent = it signs an answer as '{ $signed }', not as '{ $name }'
resolver-problem-asked-again = { $count } questions were asked after the restart
resolver-run-changed = this line is not the one that was written here: the answer was changed, doubled, moved or a line before it is gone
    .todo = Take the run from a copy, or run it again under another name.

# Functions as resolvers
resolver-function-setting = { $setting } is for functions, and this is a resolver already
    .todo = Leave it out; a mapping gives runs other names: score(dict(mine=run)).
resolver-function-none = { $kind } is no resolver
    .todo = Give a name such as "nearest", a resolver, or a function of one question.
resolver-function-async = the function { $name } is asynchronous
    .todo = Wrap it: lambda question: asyncio.run({ $name }(question)).
resolver-function-parameters = the function { $name } has other parameters than one question ({ $names })
    .todo = Give a function of one parameter; functools.partial fills in the others.
resolver-function-batch = batch is { $batch }
    .todo = Give True for all questions at once, or how many there are in a call.
resolver-function-broke = the function { $name } broke at question { $question } ({ $reason })
resolver-function-strange = the function { $name } answered question { $question } with { $given }, which tells no candidate
    .todo = Return a candidate ({ $candidates }), its text or its index, one number per candidate, or None to abstain.
resolver-function-few = the function { $name } gave too few answers to { $count } questions: none to question { $question }
    .todo = Return one answer per question, in their order.
resolver-function-many = the function { $name } gave more answers than the { $count } questions that begin with { $question }
    .todo = Return one answer per question, in their order.
resolver-function-no-list = the function { $name } was given a list of questions, the first { $question }, and returned one { $kind }
    .todo = Return one answer per question, in their order; batch=False asks one question at a time.
resolver-line-list = { $count ->
        [one] one resolver
       *[other] { NUM($count) } resolvers
    }
resolver-line-conformance = { $resolver } { $failed ->
        [0] keeps the rules, { NUM($checks) } checks
       *[other] breaks the rules, { NUM($failed) } of { NUM($checks) } checks
    }
