// Numbers and times as people read them.

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Three digits are enough to compare; a count is shown whole. */
function figure(value) {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return grouped.format(value);
  return String(Number(value.toPrecision(size < 1 ? 2 : 3)));
}

const UNITS = {
  ms: (value) => (value >= 1000 ? `${figure(value / 1000)} s` : `${figure(value)} ms`),
  rate: (value) => `${figure(value)}/s`,
  count: figure,
  cores: (value) => figure(value),
  MB: (value) => `${figure(value)} MB`,
  share: (value) => `${figure(value * 100)} %`,
};

function withUnit(unit, value) {
  return value === null || value === undefined ? "–" : UNITS[unit](value);
}

const two = (number) => String(Math.floor(number)).padStart(2, "0");

/** Since the run began: 1:30, or 1:01:30 beyond an hour. */
function relative(seconds) {
  const sign = seconds < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(seconds) + 1e-6);
  const minutes = Math.floor(whole / 60) % 60;
  return whole < 3600
    ? `${sign}${minutes}:${two(whole % 60)}`
    : `${sign}${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}`;
}

/** Of the day, UTC. */
function utc(seconds) {
  return new Date(RUN.start + seconds * 1000).toISOString().slice(11, 19);
}

const FONT = getComputedStyle(document.body).fontFamily;
const INK = "#1f2933";

function newChart(element) {
  return echarts.init(element, null, { renderer: "canvas", devicePixelRatio: Math.max(2, window.devicePixelRatio) });
}

/** What every tooltip has; its content is a box of its own. */
const TOOLTIP = {
  confine: true, transitionDuration: 0, padding: 0, borderWidth: 0, backgroundColor: "transparent", extraCssText: "box-shadow:none",
};

function textElement(tag, text = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** A tooltip of elements instead of markup: a name cannot become part of the page's code. */
function tipBox(head, ...rows) {
  const box = document.createElement("div");
  box.className = "tip";
  box.append(textElement("p", head), ...rows);
  return box;
}
