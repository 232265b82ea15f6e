demo-help = Run the whole chain on what is embedded and write a report.

    The report is one HTML file that opens offline; its path is all that goes to stdout.
    .output = Folder for the report.
    .interface = Language of the report: en or fr.

demo-title = anaphor: the chain at work
demo-lead = Winograd schemas are pairs of sentences that differ by a word, so that a pronoun changes its antecedent. This page was made by one command from what the package carries, without any network.
demo-simulated = Simulated people
demo-agreement-note = { $people } simulated participants answered { $collection } (seed { $seed }): nobody was asked. The figures show what the command “anaphor agreement measure” says of real answers.
demo-checked = Collection ({ $name }): { NUM($items) } { $items ->
    [one] item
   *[other] items
}, { NUM($errors) } { $errors ->
    [one] error
   *[other] errors
}; fingerprint { $fingerprint }.
demo-audit = Audit ({ $name }). { $said }
demo-study = Study ({ $name }), simulated people: { $said }.
demo-agreement = Agreement, simulated people. { $said }
demo-scores = Systems ({ $name }), guess-adjusted accuracy in percent with intervals of 95 % (chance { $chance }): { $said }.
demo-next = The next labels, after { $early } simulated people. { $said }
demo-plan = The size of a comparison. { $said }
demo-plan-title = The size of a comparison
demo-scale = One scale, simulated people. { $said }
demo-compare = Two halves of the simulated people as two studies. { $said }
demo-half-1 = first half
demo-half-2 = second half
demo-made-up = The people are simulated: this shows what the command “anaphor { $command }” says of real answers.
demo-challenge = Rehearsed challenge, people simulated: { $verdicts }. Its site lies beside the report: { $path }.
demo-no-folder = the folder cannot be made ({ $why })
demo-audit-title = Audit of the embedded collection
demo-rehearsal = Rehearsal
demo-site = site/index.html
