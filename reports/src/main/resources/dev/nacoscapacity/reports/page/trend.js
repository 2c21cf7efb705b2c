// The page of runs over time: a plot a figure, in it a line a series, and the band behind it.

const POINTS = {
  within: { symbol: "circle", symbolSize: 5 },
  worse: { symbol: "diamond", symbolSize: 13, itemStyle: { color: STATUS_COLOURS.fail } },
  better: { symbol: "triangle", symbolSize: 10, itemStyle: { color: STATUS_COLOURS.pass } },
  unjudged: { symbol: "circle", symbolSize: 6 },
};

/** What is not judged is hollow. */
function pointOf(plot, run, colour) {
  const standing = plot.standings[run];
  const first = run === plot.firstOut ? { show: true, position: "top", formatter: () => t("trend.first"), ...label } : { show: false };
  return {
    itemStyle: standing === "unjudged" ? { color: "#fff", borderColor: colour, borderWidth: 1.5 } : undefined,
    ...POINTS[standing], value: [run, plot.values[run]], run, label: first,
  };
}

/** Two lines that are not seen, and the area between them. */
function bandOf(plot, runs, series, colour) {
  const known = runs.filter((run) => plot.low[run] !== null);
  const more = { type: "line", stack: `band${series}`, symbol: "none", silent: true, lineStyle: { opacity: 0 } };
  return known.length === 0 ? [] : [
    { ...more, data: known.map((run) => [run, plot.low[run]]) },
    { ...more, data: known.map((run) => [run, plot.high[run] - plot.low[run]]), areaStyle: { color: colour, opacity: 0.13 } },
  ];
}

/** The numbers of each series' runs. */
const MEMBERS = [];
RUN.runs.forEach(({ series }, run) => { (MEMBERS[series] ??= []).push(run); });

function trendTip(plot, run) {
  const { name, started, status } = RUN.runs[run];
  const known = (value) => `${figure(value)} ${plot.unit}`.trim();
  const rows = [known(plot.values[run])];
  if (plot.low[run] !== null) rows.push(`${t("trend.band")} ${known(plot.low[run])} – ${known(plot.high[run])}`);
  return tipBox(`${name} · ${started} UTC · ${t(status)}`, ...[...rows, t(`trend.${plot.standings[run]}`)].map((text) => textElement("p", text)));
}

function trendOption(plot) {
  const lines = MEMBERS.map((members, series) => {
    const colour = COLOURS[series % COLOURS.length];
    const runs = members.filter((run) => plot.values[run] !== null);
    return runs.length === 0 ? [] : [...bandOf(plot, runs, series, colour), {
      name: t("trend.seriesName", series + 1), type: "line", color: colour, lineStyle: { width: 1.5, type: DASHES[series % DASHES.length] },
      data: runs.map((run) => pointOf(plot, run, colour)),
    }];
  });
  const drawn = lines.filter((each) => each.length > 0).length;
  return {
    ...base,
    legend: { ...base.legend, type: "scroll", show: drawn > 1, data: lines.flatMap((each) => each.slice(-1).map(({ name }) => name)) },
    xAxis: runAxis(RUN.runs.map(({ started }) => started.slice(0, 10))),
    yAxis: {
      ...axis, type: "value", scale: true, splitNumber: 4, axisLabel: { ...label, formatter: figure }, splitLine: { lineStyle: { color: "#e4e7eb" } },
    },
    tooltip: tooltip(({ data }) => data?.run !== undefined && trendTip(plot, data.run)),
    series: lines.flat(),
  };
}

RUN.figures.forEach((plot, i) => { PLOTS[i] = () => trendOption(plot); });
startPoints(() => {});
