// PennController's documented commands, and no other: a script that uses anything else fails here. It is not PennController,
// whose code is on no registry, but it does what each command is documented to do, for one person who answers by `policy`.
// `play(policy)` gives the events that PCIbex would write into its results file, trial by trial.

const STANDARD = ["after", "before", "bold", "center", "color", "css", "cssContainer", "disable", "enable", "italic", "left", "log", "print", "remove", "right", "size"];
const ELEMENTS = {
  Text: { own: ["text", "unfold"], tests: ["printed", "text"] },
  Button: { own: ["callback", "click", "once", "wait"], tests: ["clicked", "printed"] },
  DropDown: { own: ["add", "callback", "once", "select", "shuffle", "wait"], tests: ["selected", "printed"] },
  TextInput: { own: ["callback", "length", "lines", "once", "text", "wait"], tests: ["text", "printed"] },
  Selector: { own: ["add", "callback", "disableClicks", "enableClicks", "frame", "keys", "once", "select", "shuffle", "unselect", "wait"], tests: ["index", "selected"] },
  Var: { own: ["global", "local", "set"], tests: ["is"] },
};
class Ends extends Error {} // the trial ends
class Stops extends Error {} // nothing comes after this for the person

let world = null; // what there is while a trial runs
const trials = [], globals = {};
let sequence = null, table = [], now = 1000;

function check(list, name, what) {
  if (!list.includes(name)) throw new Error(`${what} has no documented command ${name}`);
}

function chain(type, name, created, args) {
  const ops = [];
  const run = () => {
    const key = `${type} ${name}`;
    if (created) world[key] = { type, name, args, printed: false };
    const element = world[key] ?? globals[key];
    if (!element) throw new Error(`get${type}("${name}") finds nothing`);
    for (const [op, values] of ops) DO[op]?.(element, values);
    return element;
  };
  const own = { run, key: `${type} ${name}`, type, name };
  const tests = new Proxy({}, { get: (_, test) => { check(ELEMENTS[type].tests, test, `${type}.test`); return (...values) => condition(() => TEST[`${type} ${test}`](run(), values)); } });
  const proxy = new Proxy(own, {
    get(_, op) {
      if (op in own) return own[op];
      if (op === "test") return tests;
      check([...STANDARD, ...ELEMENTS[type].own], op, type);
      return (...values) => { ops.push([op, values]); return proxy; };
    },
  });
  return proxy;
}

function condition(holds) {
  const then = { yes: [], no: [] };
  const made = {
    holds,
    and: (other) => condition(() => holds() && other.holds()),
    success: (...commands) => { then.yes.push(...commands); return made; },
    failure: (...commands) => { then.no.push(...commands); return made; },
    run: () => (holds() ? then.yes : then.no).forEach((each) => each.run()),
  };
  return made;
}

const DO = {
  print: (e) => {
    e.printed = true;
    if (e.type === "DropDown") e.value = world.policy.about(e.name, e.options);
    if (e.type === "TextInput") e.value = world.policy.about(e.name, null);
  },
  add: (e, values) => { if (e.type === "DropDown") e.options = values; else { e.elements = values; values.forEach((each) => { if (!each.run().printed) throw new Error("a text that is not printed cannot be chosen"); }); } },
  keys: (e, values) => { e.keys = values; },
  log: (e) => { e.logged = true; },
  global: (e) => { globals[`Var ${e.name}`] ??= e; if (globals[`Var ${e.name}`].value === undefined) globals[`Var ${e.name}`].value = e.args[0]; },
  set: (e, [value]) => { const held = globals[`Var ${e.name}`] ?? e; held.value = typeof value === "function" ? value(held.value) : value?.run ? value.run().value : value; },
  wait: (e, [test]) => {
    now += 700;
    if (e.type === "Button") {
      if (!e.printed) throw new Stops();
      if (test && !test.holds()) throw new Stops();
    }
    if (e.type === "Selector") {
      const names = e.elements.map((each) => each.name);
      e.chosen = names[world.policy.choose(world.trial, names)];
      if (e.logged) world.events.push(["Selector", e.name, "Selection", e.chosen, now]);
    }
  },
};
const TEST = {
  "DropDown selected": (e, [value]) => (value === undefined ? !!e.value : e.value === value),
  "TextInput text": (e, [value]) => (value instanceof RegExp ? value.test(e.value ?? "") : e.value === value),
  "Selector selected": (e, [value]) => (value === undefined ? !!e.chosen : e.chosen === value.name),
  "Var is": (e, [value]) => { const held = (globals[`Var ${e.name}`] ?? e).value; return typeof value === "function" ? !!value(held) : held === value; },
};

for (const type of Object.keys(ELEMENTS)) {
  window[`new${type}`] = (name, ...args) => chain(type, name, true, args);
  window[`get${type}`] = (name) => chain(type, name, false, []);
}
window.PennController = { ResetPrefix: () => {} };
window.DebugOff = () => {};
window.SetCounter = (label, ...how) => { trials.push({ label, commands: [], logs: [] }); };
window.SendResults = () => ({ sends: true });
window.Sequence = (...labels) => { sequence = labels; };
window.clear = () => ({ run: () => Object.values(world).forEach((each) => { if (each?.printed) each.printed = false; }) });
window.end = () => ({ run: () => { throw new Ends(); } });
window.newTrial = (label, ...commands) => {
  if (commands.some((each) => typeof each?.run !== "function")) throw new Error(`${label}: an argument of newTrial is no command`);
  const trial = { label, commands, logs: [] };
  trials.push(trial);
  const made = new Proxy({}, { get: (_, op) => { check(["log", "noHeader", "noFooter", "noTrialLog", "setOption"], op, "newTrial"); return (name, value) => { if (op === "log") trial.logs.push([name, value]); return made; }; } });
  return made;
};
window.Template = (name, make) => table.filter((row) => row.group === world.group).forEach((row) => make(row));

window.begin = (rows, group) => { table = rows; world = { group }; };
window.play = (policy) => {
  const told = [];
  let sent = false;
  try {
    for (const label of sequence) {
      if (label.sends) { sent = true; continue; }
      const mine = trials.filter((each) => each.label === label);
      if (!mine.length) throw new Error(`no trial is labelled ${label}`);
      for (const trial of mine) {
        now += 1000;
        world = { policy, events: [["PennController", "0", "_Trial_", "Start", now]], trial: Object.fromEntries(trial.logs) };
        try { trial.commands.forEach((each) => each.run()); } catch (error) { if (!(error instanceof Ends)) throw error; }
        const logs = trial.logs.map(([name, value]) => [name, value?.run ? (globals[value.key]?.value ?? "") : value]);
        told.push({ label, logs, events: world.events });
      }
    }
  } catch (error) {
    if (!(error instanceof Stops)) throw error;
  }
  const shown = Object.values(world).filter((each) => each?.printed && each.type === "Text").map((each) => String(each.args[0] ?? each.name));
  return { trials: sent ? told : [], sent, shown };
};
