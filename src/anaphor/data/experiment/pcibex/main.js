// The study in PennController for PCIbex. What is asked stands in TRIALS; who sees what and in which order, in presentations.csv.
PennController.ResetPrefix(null);
DebugOff();

const STUDY = $study;
const words = STUDY.words;
// By this code somebody's answers are found again, for instance to delete them.
const CODE = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16).padStart(8, "0")).join("");
const safe = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&#39;");
const heading = (text) => "<h1>" + safe(text) + "</h1>";
const paragraph = (text) => "<p>" + safe(text) + "</p>";
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

SetCounter("counter", "inc", 1);
Sequence("counter", "consent", "instructions", ...(STUDY.comprehension.length ? ["understood-1", "understood-2"] : []), "study", SendResults(), "end");

// What ends a visit: the code and the way back, and a button that is never shown, so that nothing comes after it.
const way = (how) => [
  ...(STUDY.ways[how].code ? [newText("code-" + how, "<p>" + safe(words.code) + " <code>" + safe(STUDY.ways[how].code) + "</code></p>").print()] : []),
  ...(STUDY.ways[how].redirect ? [newText("back-" + how, "<p><a href='" + safe(STUDY.ways[how].redirect) + "'>" + safe(words.back) + "</a></p>").print()] : []),
];
const leave = (how) => [
  clear(),
  newText("left-" + how, heading(words[how]) + paragraph(words[how + "_text"])).print(),
  ...way(how),
  newButton("never-" + how, "").wait(),
];
const both = (tests) => tests.reduce((one, other) => one.and(other));

// --- consent, and who is looked for: nothing is kept of those who are turned away ---------------------------------

const ASKED = [
  ...STUDY.standard.map((id) => ({ id, text: words[id], options: [words.yes, words.no], accept: id === "adult" || STUDY.natives_only ? [words.yes] : [], required: true })),
  ...STUDY.questions,
];
const fits = (question, said) => {
  if (!said) return true;
  if (question.number) return Number(said) >= (question.least ?? -Infinity) && Number(said) <= (question.most ?? Infinity);
  return !question.accept.length || question.accept.includes(said);
};
const answer = (question) => (question.options.length ? getDropDown(question.id) : getTextInput(question.id));
const given = (question) => (question.options.length ? getDropDown(question.id).test.selected() : getTextInput(question.id).test.text(question.number ? /^[-+]?\d+([.,]\d+)?$$/ : /\S/));
const needed = ASKED.filter((question) => question.required);

newTrial("consent",
  newVar("checks-failed", 0).global(),
  newVar("was-understood", "no").global(),
  newText("words", heading(STUDY.title) + STUDY.consent).print(),
  ...ASKED.flatMap((question) => [
    newText("label-" + question.id, paragraph(question.text + (question.required ? "" : " " + words.optional))).print(),
    question.options.length ? newDropDown(question.id, "").add(...question.options).print() : newTextInput(question.id, "").print(),
  ]),
  newText("code", "<p>" + safe(words.your_code) + " <code>" + CODE + "</code></p>").print(),
  newButton("decline", words.decline).print().callback(...leave("declined")),
  needed.length ? newButton("agree", words.agree).print().wait(both(needed.map(given))) : newButton("agree", words.agree).print().wait(),
  ...ASKED.flatMap((question) => [
    newVar(question.id).global().set(answer(question)),
    getVar(question.id).test.is((said) => fits(question, said)).failure(...leave("screened_out")),
  ])
);

// --- the instructions, and whether they were understood -----------------------------------------------------------

newTrial("instructions",
  newText("words", heading(STUDY.title) + STUDY.instructions).print(),
  newButton("go", words.go).print().wait()
);

const comprehension = (attempt) => newTrial("understood-" + attempt,
  getVar("was-understood").test.is("yes").success(end()),
  newText("words", heading(words.comprehension) + (attempt > 1 ? paragraph(words.comprehension_again) + STUDY.instructions : paragraph(words.comprehension_text))).print(),
  ...STUDY.comprehension.flatMap((question, at) => [
    newText("label-" + at, paragraph(question.text)).print(),
    newDropDown("c" + at, "").add(...question.candidates).print(),
  ]),
  newButton("go", words.carry_on).print().wait(both(STUDY.comprehension.map((question, at) => getDropDown("c" + at).test.selected()))),
  both(STUDY.comprehension.map((question, at) => getDropDown("c" + at).test.selected(question.candidates[question.key])))
    .success(getVar("was-understood").set("yes"))
    .failure(...(attempt > 1 ? leave("failed_comprehension") : []))
);
if (STUDY.comprehension.length) {
  comprehension(1);
  comprehension(2);
}

// --- the sentences: the counter of the project gives each person the next presentation ------------------------------

function screen(title, text, label) {
  return newTrial("study", newText("words", heading(title) + paragraph(text)).print(), newButton("go", label).print().wait());
}

function asked(row) {
  const trial = STUDY.trials[row.trial], order = row.order.split(" ").map(Number);
  const keys = trial.keys ?? STUDY.keys[order.length], name = (each) => "choice-" + each;
  const count = fill(words.count, { n: row.position, total: row.total });
  const right = () => getSelector("answer").test.selected(getText(name(trial.key)));
  return newTrial("study",
    newText("count", paragraph(trial.kind === "practice" ? words.practice + " · " + count : count)).print(),
    newText("sentence", "<p style='font-size: larger'>" + safe(trial.text) + "</p>").print(),
    ...(trial.prompt ? [newText("prompt", "<p><em>" + safe(trial.prompt) + "</em></p>").print()] : []),
    ...order.map((each, place) => newText(name(each), safe(trial.candidates[each]) + (keys[place] ? " <kbd>" + keys[place].toUpperCase() + "</kbd>" : ""))
      .css({ border: "2px solid #8b887f", "border-radius": "0.5em", padding: "0.6em 1em", margin: "0.4em 0" }).print()),
    newSelector("answer").add(...order.map((each) => getText(name(each)))).keys(...keys.map((key) => (key ?? "").toUpperCase())).log().once().wait(),
    ...(trial.kind === "practice" ? [
      clear(),
      right().success(newText("yes", heading(words.right) + paragraph(words.right_text)).print()).failure(newText("no", heading(words.wrong) + paragraph(words.wrong_text)).print()),
      newButton("go", words.next).print().wait(),
    ] : []),
    ...(trial.kind === "attention" ? [right().failure(getVar("checks-failed").set((count) => count + 1))] : [])
  )
    .log("trial", trial.id)
    .log("item", trial.item ?? "")
    .log("kind", trial.kind)
    .log("order", row.order)
    .log("position", row.position)
    .log("list", row.list);
}

Template("presentations.csv", (row) => {
  const about = { break: [words.break_title, words.break_text, words.carry_on], begins: [words.begins, words.begins_text, words.go] }[row.kind];
  let made = (about ? screen(...about) : asked(row)).log("participant", CODE).log("design", STUDY.fingerprint);
  for (const question of ASKED) made = made.log(STUDY.standard.includes(question.id) ? question.id : "asked_" + question.id, getVar(question.id));
  return made;
});

// --- the end --------------------------------------------------------------------------------------------------------

newTrial("end",
  newText("words", heading(words.thanks) + STUDY.debrief).print(),
  getVar("checks-failed").test.is((count) => count >= STUDY.attention_failures).success(...way("failed_checks")).failure(...way("completed")),
  newButton("never", "").wait()
);
