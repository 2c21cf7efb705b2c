// A part of a calibration as bars: the median of each case, and a line from its least to its most.

const FONT = getComputedStyle(document.body).fontFamily;
const INK = "#1f2933";
const ROW = 22;
const bars = [...document.querySelectorAll("figure[data-part]")].map((figureElement) => {
  const part = figureElement.dataset.part;
  const metrics = RUN.parts[part].metrics.filter((metric) => metric.values.some((value) => value[0] !== null));
  const element = figureElement.querySelector(".canvas");
  element.style.height = `${RUN.parts[part].cases.length * ROW + 60}px`;
  const chart = echarts.init(element, null, { renderer: "canvas", devicePixelRatio: Math.max(2, window.devicePixelRatio) });
  return { part, metrics, element, chart, chosen: metrics[0] };
});

const inUnit = (metric, value) => (value === null ? "–" : `${figure(value)} ${metric.unit}`.trim());

/** Elements instead of markup: a name cannot become part of the page's code. */
function barTip(metric, cases, at) {
  const box = document.createElement("div");
  box.className = "tip";
  const head = document.createElement("p");
  head.textContent = cases[at];
  const told = document.createElement("b");
  const [median, least, most] = metric.values[at];
  told.textContent = `${inUnit(metric, median)} (${inUnit(metric, least)} – ${inUnit(metric, most)})`;
  box.append(head, told);
  return box;
}

function rangeSeries(metric) {
  return {
    type: "custom", silent: true, animation: false, encode: { x: [1, 2], y: 0 },
    data: metric.values.map(([, least, most], i) => [i, least, most]).filter((each) => each[1] !== null),
    renderItem: (parameters, api) => {
      const [left, middle] = api.coord([api.value(1), api.value(0)]);
      const right = api.coord([api.value(2), api.value(0)])[0];
      return { type: "group", children: [
        { type: "line", shape: { x1: left, y1: middle, x2: right, y2: middle }, style: { stroke: INK, lineWidth: 1.5 } },
        { type: "text", style: { text: figure(metric.values[api.value(0)][0]), x: right + 6, y: middle, verticalAlign: "middle", fill: INK, font: `11px ${FONT}` } },
      ] };
    },
  };
}

function drawBars({ part, element, chart, chosen }) {
  if (chosen === undefined) return;
  const { cases } = RUN.parts[part];
  const room = Math.min(360, element.clientWidth / 2.2);
  const name = chosen.name[language];
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `${part}: ${name}`);
  chart.setOption({
    animation: false, textStyle: { fontFamily: FONT, color: INK },
    grid: { left: room, right: 70, top: 8, bottom: 46 },
    xAxis: { type: "value", name: chosen.unit === "" ? name : `${name}, ${chosen.unit}`, nameLocation: "middle", nameGap: 28,
      nameTextStyle: { color: INK }, axisLabel: { formatter: figure, color: INK, hideOverlap: true }, splitLine: { lineStyle: { color: "#e4e7eb" } } },
    yAxis: { type: "category", data: cases, inverse: true, axisTick: { show: false },
      axisLabel: { color: INK, fontSize: 12, width: room - 12, overflow: "truncate", interval: 0 } },
    tooltip: { confine: true, padding: 0, borderWidth: 0, backgroundColor: "transparent", extraCssText: "box-shadow:none", transitionDuration: 0,
      formatter: ({ dataIndex }) => barTip(chosen, cases, dataIndex) },
    series: [{
      type: "bar", barWidth: 12, animation: false, itemStyle: { color: "#4592c6" }, data: chosen.values.map((value) => value[0]),
    }, rangeSeries(chosen)],
  }, { notMerge: true });
}

function metricButtons(each) {
  const box = document.getElementById(`metrics-${each.part}`);
  const buttons = each.metrics.map((metric) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = metric.name[language];
    button.setAttribute("aria-pressed", String(metric === each.chosen));
    button.addEventListener("click", () => {
      each.chosen = metric;
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      drawBars(each);
    });
    return button;
  });
  box.replaceChildren(...buttons);
}

function say(code) {
  speak(code);
  document.querySelectorAll("[data-language]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.language === LANGUAGES[language]));
  });
  bars.forEach((each) => {
    metricButtons(each);
    drawBars(each);
  });
}

document.getElementById("language").hidden = false;
document.querySelectorAll("[data-language]").forEach((button) =>
  button.addEventListener("click", () => say(button.dataset.language)));
say(browserLanguage());
addEventListener("resize", () => bars.forEach((each) => {
  each.chart.resize();
  drawBars(each);
}));
