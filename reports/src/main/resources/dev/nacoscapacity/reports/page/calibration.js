// A part of a calibration as bars: the median of each case, and a line from its least to its most.

const ROW = 22;
const bars = [...document.querySelectorAll("figure[data-part]")].map((figureElement) => {
  const part = figureElement.dataset.part;
  const metrics = RUN.parts[part].metrics.filter((metric) => metric.values.some((value) => value[0] !== null));
  const canvas = figureElement.querySelector(".canvas");
  canvas.style.height = `${RUN.parts[part].cases.length * ROW + 60}px`;
  return { part, metrics, canvas, chart: newChart(canvas), chosen: metrics[0] };
});

const inUnit = (metric, value) => (value === null ? "–" : `${figure(value)} ${metric.unit}`.trim());

function barTip(metric, cases, at) {
  const [median, least, most] = metric.values[at].map((value) => inUnit(metric, value));
  return tipBox(cases[at], textElement("b", `${median} (${least} – ${most})`));
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

function drawBars({ part, canvas, chart, chosen }) {
  if (chosen === undefined) return;
  const { cases } = RUN.parts[part];
  const room = Math.min(360, canvas.clientWidth / 2.2);
  const name = chosen.name[language];
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${part}: ${name}`);
  chart.setOption({
    animation: false, textStyle: { fontFamily: FONT, color: INK },
    grid: { left: room, right: 70, top: 8, bottom: 46 },
    xAxis: { type: "value", name: chosen.unit === "" ? name : `${name}, ${chosen.unit}`, nameLocation: "middle", nameGap: 28,
      nameTextStyle: { color: INK }, axisLabel: { formatter: figure, color: INK, hideOverlap: true }, splitLine: { lineStyle: { color: "#e4e7eb" } } },
    yAxis: { type: "category", data: cases, inverse: true, axisTick: { show: false },
      axisLabel: { color: INK, fontSize: 12, width: room - 12, overflow: "truncate", interval: 0 } },
    tooltip: { ...TOOLTIP, formatter: ({ dataIndex }) => barTip(chosen, cases, dataIndex) },
    series: [{
      type: "bar", barWidth: 12, animation: false, itemStyle: { color: "#4592c6" }, data: chosen.values.map((value) => value[0]),
    }, rangeSeries(chosen)],
  }, { notMerge: true });
}

function metricButtons(each) {
  const box = document.getElementById(`metrics-${each.part}`);
  const buttons = each.metrics.map((metric) => {
    const button = textElement("button", metric.name[language]);
    button.type = "button";
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

languages(() => bars.forEach((each) => {
  metricButtons(each);
  drawBars(each);
}));
addEventListener("resize", () => bars.forEach((each) => {
  each.chart.resize();
  drawBars(each);
}));
