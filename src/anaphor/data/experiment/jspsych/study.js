// The study in jsPsych 8. What is asked, and in which orders, stands in study-data.js; where answers go, in index.html.

const words = STUDY.words;
const given = new URLSearchParams(location.search);
const pick = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
// ?n=0, 1, 2 … gives each person the next list and order, as a server would; without it they are drawn.
const number = /^\d+$/.test(given.get("n") ?? "") ? Number(given.get("n")) : pick(STUDY.presentations.length);
const presentation = STUDY.presentations[number % STUDY.presentations.length];
const code = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16).padStart(8, "0")).join("");
const about = {}; // what somebody says of themselves

function safe(text) {
  const made = document.createElement("span");
  made.textContent = text;
  return made.innerHTML.replaceAll('"', "&quot;");
}
const heading = (text) => `<h1>${safe(text)}</h1>`;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const jsPsych = initJsPsych({ display_element: "study", on_finish: end });
let outcome = null; // how the visit ended, where it did not end with the last sentence

function leave(how) {
  outcome = how;
  jsPsych.abortExperiment();
}

async function post(text) {
  if (window.jatos) return jatos.submitResultData(text).then(() => true, () => false);
  for (let wait = 500; SAVE_TO && wait < 5000; wait *= 2) {
    try {
      const reply = await fetch(SAVE_TO, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code, data: text }) });
      if (reply.ok) return true;
      if (reply.status < 500) return false;
    } catch { /* no connection: once more */ }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return false;
}
// One after the other: what was sent at a break and comes late must not take the place of the whole.
let saving = Promise.resolve();
const save = () => (saving = saving.then(() => post(jsPsych.data.get().json())));

async function end() {
  const show = (html) => { document.getElementById("study").innerHTML = `<div class="jspsych-display-element"><div class="jspsych-content">${html}</div></div>`; };
  const failed = jsPsych.data.get().filterCustom((row) => row.kind === "attention" && row.choice !== row.key).count();
  const how = outcome ?? (failed >= STUDY.attention_failures ? "failed_checks" : "completed");
  const way = STUDY.ways[how];
  const out = (way.code ? `<p>${safe(words.code)} <code>${safe(way.code)}</code></p>` : "") + (way.redirect ? `<p><a href="${safe(way.redirect)}">${safe(words.back)}</a></p>` : "");
  if (outcome) { // of those who are turned away nothing is kept
    show(heading(words[how]) + `<p>${safe(words[`${how}_text`])}</p>` + out);
  } else {
    jsPsych.data.addProperties({ finished: true });
    show(heading(words.saving) + `<p>${safe(words.saving_text)}</p>`);
    const saved = await save();
    show(heading(words.thanks) + STUDY.debrief + (saved ? "" : `<p><button type="button" id="download">${safe(STUDY.download)}</button></p>`) + out);
    document.getElementById("download")?.addEventListener("click", () => jsPsych.data.get().localSave("json", `${code}.json`));
  }
  document.getElementById("study").dataset.complete = how;
  if (window.jatos) jatos.endStudyAjax(); // without leaving this page, which has the code and the way back
}

const screen = (stimulus, label) => ({ type: jsPsychHtmlButtonResponse, stimulus, choices: [safe(label)] });

// --- consent, and who is looked for -------------------------------------------------------------------------------

function field(question) {
  const name = safe(question.id), needed = question.required ? "required" : "";
  const label = safe(question.text) + (question.required ? "" : ` ${safe(words.optional)}`);
  const input = question.options.length
    ? `<select name="${name}" ${needed}><option value=""></option>${question.options.map((each) => `<option>${safe(each)}</option>`).join("")}</select>`
    : `<input name="${name}" ${needed} maxlength="500" ${question.number ? 'type="number" step="any"' : 'type="text"'}>`;
  return `<label>${label} ${input}</label>`;
}

function letsIn(question, said) {
  if (!said) return true;
  if (question.number) return Number(said) >= (question.least ?? -Infinity) && Number(said) <= (question.most ?? Infinity);
  return !question.accept.length || question.accept.includes(said);
}

const consent = {
  type: jsPsychSurveyHtmlForm,
  preamble: heading(STUDY.title) + STUDY.consent,
  html: '<div class="form">' +
    (STUDY.standard.includes("adult") ? `<label><input type="checkbox" name="adult" value="yes" required> ${safe(words.adult)}</label>` : "") +
    (STUDY.standard.includes("native") ? `<label>${safe(words.native)} <select name="native" required><option value=""></option><option value="yes">${safe(words.yes)}</option><option value="no">${safe(words.no)}</option></select></label>` : "") +
    STUDY.questions.map(field).join("") + `</div><button type="button" id="decline">${safe(words.decline)}</button> `,
  button_label: safe(words.agree),
  on_load: () => document.getElementById("decline").addEventListener("click", () => leave("declined")),
  on_finish: (data) => {
    if (!data.response) return; // declined
    const said = data.response;
    if (STUDY.standard.includes("adult")) about.adult = said.adult === "yes";
    if (STUDY.standard.includes("native")) about.native = said.native === "yes";
    for (const each of STUDY.questions) about[`asked_${each.id}`] = said[each.id] ?? "";
    jsPsych.data.addProperties(about);
    const fits = STUDY.questions.every((each) => letsIn(each, said[each.id])) && !(STUDY.natives_only && about.native === false);
    if (!fits) leave("screened_out");
  },
};

// --- the instructions, and whether they were understood -----------------------------------------------------------

let attempts = 0, understood = false;
const comprehension = {
  timeline: [{
    type: jsPsychSurveyHtmlForm,
    preamble: () => heading(words.comprehension) + (attempts ? `<p><strong>${safe(words.comprehension_again)}</strong></p>${STUDY.instructions}` : `<p>${safe(words.comprehension_text)}</p>`),
    html: '<div class="form">' + STUDY.comprehension.map((each, at) => `<fieldset><legend>${safe(each.text)}</legend>` +
      each.candidates.map((choice, n) => `<label><input type="radio" name="c${at}" value="${n}" required> ${safe(choice)}</label>`).join("") + "</fieldset>").join("") + "</div>",
    button_label: safe(words.carry_on),
    on_finish: (data) => {
      attempts += 1;
      understood = STUDY.comprehension.every((each, at) => Number(data.response[`c${at}`]) === each.key);
      if (!understood && attempts > 1) leave("failed_comprehension");
    },
  }],
  loop_function: () => !understood && attempts < 2,
};

// --- the sentences ------------------------------------------------------------------------------------------------

function asked([place, ...order], position) {
  const trial = STUDY.trials[place], choices = order.map((each) => trial.candidates[each]);
  const keys = trial.keys ?? STUDY.keys[choices.length];
  const count = fill(words.count, { n: position + 1, total: presentation.shown.length });
  let stop = null, away = null, hidden = 0, losses = 0, first = true, device = "mouse";
  return {
    type: jsPsychHtmlButtonResponse,
    stimulus: `<h1 class="count">${safe(trial.kind === "practice" ? `${words.practice} · ${count}` : count)}</h1><p class="sentence">${safe(trial.text)}</p>` +
      (trial.prompt ? `<p class="prompt">${safe(trial.prompt)}</p>` : ""),
    choices: choices.map(safe),
    button_html: (choice, at) => `<button type="button" class="choice">${choice}${keys[at] && keys[at] !== choices[at] ? `<kbd aria-hidden="true">${keys[at].toUpperCase()}</kbd>` : ""}</button>`,
    css_classes: trial.scale ? ["scale"] : [],
    data: { trial: trial.id, item: trial.item, kind: trial.kind, order: order.join(","), key: trial.key ?? null, position: position + 1 },
    on_load: () => {
      stop = new AbortController();
      const on = (target, name, work) => target.addEventListener(name, work, { signal: stop.signal, capture: true });
      away = document.hidden ? performance.now() : null;
      on(document, "visibilitychange", () => {
        if (document.hidden) away = performance.now();
        else if (away != null) { hidden += performance.now() - away; away = null; }
      });
      on(window, "blur", () => { losses += 1; });
      on(document, "pointerdown", (event) => { device = event.pointerType || "mouse"; });
      on(document, "click", (event) => { // the second half of a double click was meant for the sentence before
        if (first && event.detail > 1) event.stopPropagation();
        first = false;
      });
      on(document, "keydown", (event) => {
        const at = keys.indexOf(event.key.toLowerCase());
        if (at < 0 || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        device = "key";
        document.querySelectorAll("#jspsych-html-button-response-btngroup button")[at].click();
      });
    },
    on_finish: (data) => {
      stop.abort();
      Object.assign(data, { side: data.response, choice: order[data.response], hidden_ms: Math.round(hidden), focus_losses: losses, device, answered_at: new Date().toISOString() });
    },
  };
}

const feedback = {
  type: jsPsychHtmlButtonResponse,
  stimulus: () => {
    const row = jsPsych.data.getLastTrialData().values()[0], right = row.choice === row.key;
    return heading(right ? words.right : words.wrong) + `<p>${safe(right ? words.right_text : words.wrong_text)}</p>`;
  },
  choices: [safe(words.next)],
};

const timeline = [consent, screen(heading(STUDY.title) + STUDY.instructions, words.go)];
if (STUDY.comprehension.length) timeline.push(comprehension);
let since = 0;
presentation.shown.forEach((each, position, all) => {
  const kind = STUDY.trials[each[0]].kind, before = position && STUDY.trials[all[position - 1][0]].kind;
  if (before === "practice" && kind !== "practice") timeline.push(screen(heading(words.begins) + `<p>${safe(words.begins_text)}</p>`, words.go));
  if (since && since % STUDY.block === 0 && position < all.length - 1) timeline.push({ ...screen(heading(words.break_title) + `<p>${safe(words.break_text)}</p>`, words.carry_on), on_start: save });
  timeline.push(asked(each, position));
  if (kind === "practice") timeline.push(feedback);
  else since += 1;
});

document.getElementById("foot").innerHTML = `<p>${safe(words.your_code)} <code>${code}</code></p>` + (STUDY.contact ? `<p>${safe(words.contact)} ${safe(STUDY.contact)}</p>` : "");
jsPsych.data.addProperties({ study: STUDY.name, design: STUDY.fingerprint, participant: code, list: presentation.list, finished: false });
for (const each of ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"]) if (given.has(each)) jsPsych.data.addProperties({ [each]: given.get(each) });
jsPsych.run(timeline);
