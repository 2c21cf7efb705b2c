// What pages with a point a run have in common: axes, tooltips, and how plots are drawn.

const STATUS_COLOURS = { pass: "#00663f", fail: "#a3123f", inconclusive: "#7a4f00", none: "#6b7580" };
const charts = new Map();

const axis = { axisLine: { lineStyle: { color: "#9aa5b1" } }, axisTick: { show: false } };
const label = { color: INK, fontSize: 12, fontFamily: FONT };

function runAxis(names) {
  return { ...axis, type: "category", data: names, axisLabel: { ...label, hideOverlap: true } };
}

const base = {
  animation: false, textStyle: { fontFamily: FONT, color: INK },
  grid: { left: 76, right: 32, top: 44, bottom: 40 },
  legend: { top: 0, left: 58, right: 8, textStyle: label },
};

const tooltip = (formatter) => ({ ...TOOLTIP, trigger: "item", formatter });

function draw(name) {
  const { chart, canvas } = charts.get(name);
  const caption = canvas.parentElement.querySelector("figcaption");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", [...caption.children].map((part) => part.textContent).join(", "));
  chart.setOption(PLOTS[name](), { notMerge: true });
}

/** Draws every plot; where a point leads is told by its data. */
function startPoints(follow) {
  document.querySelectorAll("figure[data-plot]").forEach((box) => {
    const canvas = box.querySelector(".canvas");
    const chart = newChart(canvas);
    chart.on("click", ({ data }) => follow(data));
    charts.set(box.dataset.plot, { chart, canvas });
  });
  languages(() => charts.forEach((_, name) => draw(name)));
  addEventListener("resize", () => { if (!matchMedia("print").matches) charts.forEach(({ chart }) => chart.resize()); });
}
