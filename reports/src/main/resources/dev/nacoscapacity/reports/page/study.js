// The page of a study: a point a trial, over the sizes that were tried and the time to recover.

function tip(point, rows) {
  const head = `${point.folder} · ${figure(point.size)} ${t(RUN.unit)} · ${t(point.status)}`;
  return tipBox(head, ...rows.map((text) => textElement("p", text)));
}

/** Filled when it passed, hollow when not: told apart without colour. */
function sizeSeries(status, broken) {
  const points = RUN.points.map((point, i) => ({ point, i }))
    .filter(({ point }) => point.status === status && point.broken === broken);
  const colour = STATUS_COLOURS[status];
  return {
    name: RUN.points.some((point) => point.broken) ? `${t(status)} · ${t(broken ? "study.withFaults" : "study.steady")}` : t(status),
    type: "scatter", symbol: broken ? "circle" : "rect", symbolSize: 12,
    itemStyle: { color: status === "pass" ? colour : "#fff", borderColor: colour, borderWidth: 2.5 },
    data: points.map(({ point, i }) => ({ value: [i, point.size], trial: i })),
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
    ...base, xAxis: runAxis(RUN.points.map((point) => point.folder)),
    yAxis: {
      ...axis, type: "log", logBase: 2, axisLabel: { ...label, formatter: figure }, splitLine: { lineStyle: { color: "#e4e7eb" } },
      min: 2 ** Math.floor(Math.log2(Math.min(...RUN.points.map((point) => point.size)))),
      max: 2 ** Math.ceil(Math.log2(Math.max(RUN.fails ?? 1, ...RUN.points.map((point) => point.size)))),
    },
    tooltip: tooltip(({ data }) => data?.trial !== undefined && tip(RUN.points[data.trial], [])),
    series: [bracket(), ...Object.keys(STATUS_COLOURS).flatMap((status) => [sizeSeries(status, false), sizeSeries(status, true)])
      .filter((series) => series.data.length > 0)],
  }),
  clusters: () => {
    const { asked, lines, tried } = RUN.grid;
    const nodes = Object.values(lines).flat().map(([count]) => count);
    const colours = ["#9aa5b1", "#e8a33d", "#0b62a4", "#00663f", "#7b3fa0", "#a3123f"];
    const all = [...Object.values(lines).flat().map(([, instances]) => instances), ...tried.map(({ trial }) => RUN.points[trial].size)].filter((value) => value > 0);
    const series = Object.entries(lines).map(([cores, pairs], i) => ({
      name: t("study.cores", cores), type: "line", symbolSize: 6, data: pairs.filter(([, instances]) => instances > 0),
      color: colours[i % colours.length], lineStyle: { width: 2 },
    }));
    const squares = ["pass", "fail", "inconclusive"].map((status) => ({
      name: t("study.tried", t(status)), type: "scatter", symbol: "rect", symbolSize: 12, z: 5,
      itemStyle: { color: status === "pass" ? STATUS_COLOURS.pass : "#fff", borderColor: STATUS_COLOURS[status], borderWidth: 2.5 },
      data: tried.filter(({ trial }) => RUN.points[trial].status === status)
        .map((each) => ({ value: [each.nodes, RUN.points[each.trial].size], trial: each.trial, cores: each.cores })),
    })).filter(({ data }) => data.length > 0);
    const line = {
      type: "scatter", data: [], silent: true,
      markLine: {
        silent: true, symbol: "none", lineStyle: { color: "#52606d", type: [4, 3] }, data: [{ yAxis: asked }],
        label: { formatter: () => t("study.askedLine", figure(asked)), position: "insideEndTop", color: INK, fontSize: 11, fontFamily: FONT },
      },
    };
    return {
      ...base, grid: { ...base.grid, top: 76 },
      xAxis: { ...axis, type: "value", min: Math.min(...nodes), max: Math.max(...nodes), minInterval: 1, axisLabel: label, splitLine: { show: false } },
      yAxis: {
        ...axis, type: "log", logBase: 2, axisLabel: { ...label, formatter: figure }, splitLine: { lineStyle: { color: "#e4e7eb" } },
        min: 2 ** Math.floor(Math.log2(Math.min(...all))), max: 2 ** Math.ceil(Math.log2(Math.max(...all))),
      },
      tooltip: tooltip(({ data, seriesName }) => data?.trial !== undefined
        ? tip(RUN.points[data.trial], [t("study.cores", data.cores)])
        : tipBox(`${seriesName} · ${data[0]}: ${figure(data[1])}`)),
      series: [...(asked > 0 ? [line] : []), ...series, ...squares],
    };
  },
  recoveries: () => {
    const points = RUN.points.filter((point) => point.broken);
    const series = (key, of, colour, decal) => ({
      name: t(key), type: "bar", barMaxWidth: 26, itemStyle: { color: colour, decal },
      data: points.map((point) => ({ value: of(point) ?? null, trial: point.trial - 1 })),
    });
    return {
      ...base, xAxis: runAxis(points.map((point) => point.folder)),
      yAxis: { ...axis, type: "value", axisLabel: { ...label, formatter: (value) => `${figure(value)} s` }, splitLine: { lineStyle: { color: "#e4e7eb" } } },
      tooltip: tooltip(({ data, seriesName }) => tip(RUN.points[data.trial], [`${seriesName}: ${figure(data.value)} s`])),
      series: [series("recovery", (point) => point.recovered, "#0b62a4"),
        series("recovery.heal", (point) => point.whole, "#e8a33d", { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 })],
    };
  },
};

startPoints((data) => { if (data?.trial !== undefined) location.href = RUN.points[data.trial].link; });
