// The page of a study: a point a trial, over the sizes that were tried and the time to recover.

const STATUS_COLOURS = { pass: "#00663f", fail: "#a3123f", inconclusive: "#7a4f00", none: "#6b7580" };
const charts = new Map();

const axis = { axisLine: { lineStyle: { color: "#9aa5b1" } }, axisTick: { show: false } };
const label = { color: INK, fontSize: 12, fontFamily: FONT };

function trialAxis(points) {
  return { ...axis, type: "category", data: points.map((point) => point.folder), axisLabel: { ...label, hideOverlap: true } };
}

function tip(point, rows) {
  const head = `${point.folder} · ${figure(point.instances)} ${t("instances")} · ${t(point.status)}`;
  return tipBox(head, ...rows.map((text) => textElement("p", text)));
}

const base = {
  animation: false, textStyle: { fontFamily: FONT, color: INK },
  grid: { left: 76, right: 32, top: 44, bottom: 40 },
  legend: { top: 0, left: 58, right: 8, textStyle: label },
};

const tooltip = (formatter) => ({ ...TOOLTIP, trigger: "item", formatter });

/** Filled when it passed, hollow when not: told apart without colour. */
function sizeSeries(status, broken) {
  const points = RUN.points.map((point, i) => ({ point, i }))
    .filter(({ point }) => point.status === status && point.broken === broken);
  const colour = STATUS_COLOURS[status];
  return {
    name: RUN.points.some((point) => point.broken) ? `${t(status)} · ${t(broken ? "study.withFaults" : "study.steady")}` : t(status),
    type: "scatter", symbol: broken ? "circle" : "rect", symbolSize: 12,
    itemStyle: { color: status === "pass" ? colour : "#fff", borderColor: colour, borderWidth: 2.5 },
    data: points.map(({ point, i }) => ({ value: [i, point.instances], trial: i })),
  };
}

/** The answer lies between the two sizes. */
function bracket() {
  const lines = [];
  if (RUN.unfailed !== undefined) lines.push({ yAxis: RUN.unfailed, words: t("study.unfailedLine", figure(RUN.unfailed)), label: { position: "insideStartTop" } });
  if (RUN.passes !== undefined) lines.push({ yAxis: RUN.passes, words: t("study.passesLine", figure(RUN.passes)) });
  if (RUN.fails !== undefined) lines.push({ yAxis: RUN.fails, words: t("study.failsLine", figure(RUN.fails)) });
  const both = RUN.passes !== undefined && RUN.fails !== undefined;
  return {
    type: "scatter", data: [], silent: true,
    markArea: both ? { silent: true, itemStyle: { color: "#e3eefa" }, data: [[{ yAxis: RUN.passes }, { yAxis: RUN.fails }]] } : undefined,
    markLine: {
      silent: true, symbol: "none", lineStyle: { color: "#52606d", type: [4, 3] }, data: lines,
      label: { formatter: ({ data }) => data.words, position: "insideEndTop", color: INK, fontSize: 11, fontFamily: FONT },
    },
  };
}

const PLOTS = {
  sizes: () => ({
    ...base, xAxis: trialAxis(RUN.points),
    yAxis: {
      ...axis, type: "log", logBase: 2, axisLabel: { ...label, formatter: figure }, splitLine: { lineStyle: { color: "#e4e7eb" } },
      min: 2 ** Math.floor(Math.log2(Math.min(...RUN.points.map((point) => point.instances)))),
      max: 2 ** Math.ceil(Math.log2(Math.max(RUN.fails ?? 1, ...RUN.points.map((point) => point.instances)))),
    },
    tooltip: tooltip(({ data }) => data?.trial !== undefined && tip(RUN.points[data.trial], [])),
    series: [bracket(), ...Object.keys(STATUS_COLOURS).flatMap((status) => [sizeSeries(status, false), sizeSeries(status, true)])
      .filter((series) => series.data.length > 0)],
  }),
  recoveries: () => {
    const points = RUN.points.filter((point) => point.broken);
    const series = (key, of, colour, decal) => ({
      name: t(key), type: "bar", barMaxWidth: 26, itemStyle: { color: colour, decal },
      data: points.map((point) => ({ value: of(point) ?? null, trial: point.trial - 1 })),
    });
    return {
      ...base, xAxis: trialAxis(points),
      yAxis: { ...axis, type: "value", axisLabel: { ...label, formatter: (value) => `${figure(value)} s` }, splitLine: { lineStyle: { color: "#e4e7eb" } } },
      tooltip: tooltip(({ data, seriesName }) => tip(RUN.points[data.trial], [`${seriesName}: ${figure(data.value)} s`])),
      series: [series("recovery", (point) => point.recovered, "#0b62a4"),
        series("recovery.heal", (point) => point.whole, "#e8a33d", { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 })],
    };
  },
};

function draw(name) {
  const { chart, canvas } = charts.get(name);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${t(`plot.${name}`)}, ${t(`plot.${name}.note`)}`);
  chart.setOption(PLOTS[name](), { notMerge: true });
}

document.querySelectorAll("figure[data-plot]").forEach((box) => {
  const canvas = box.querySelector(".canvas");
  const chart = newChart(canvas);
  chart.on("click", ({ data }) => { if (data?.trial !== undefined) location.href = RUN.points[data.trial].link; });
  charts.set(box.dataset.plot, { chart, canvas });
});
languages(() => charts.forEach((_, name) => draw(name)));
addEventListener("resize", () => { if (!matchMedia("print").matches) charts.forEach(({ chart }) => chart.resize()); });
