// Draws what plots.js describes with ECharts. All charts share one time axis and one zoom.

const FAINT = "#5b6770";
const GROUP = "run";
const charts = new Map();

/** Charts of half width or on a phone have room for fewer labels. */
const narrow = (element) => element.clientWidth < 620;

function axisLabel(milliseconds) {
  const seconds = milliseconds / 1000;
  return `{a|${relative(seconds)}}\n{b|${utc(seconds)}}`;
}

function timeAxis(element) {
  return {
    // Times since the run began, so that labels fall on round ones.
    type: "time", min: 0, max: RUN.end * 1000, splitNumber: narrow(element) ? 4 : 8,
    axisLabel: {
      formatter: axisLabel, hideOverlap: true, fontFamily: FONT,
      rich: { a: { color: INK, fontSize: 12, lineHeight: 16 }, b: { color: FAINT, fontSize: 10, lineHeight: 13 } },
    },
    axisLine: { lineStyle: { color: "#9aa5b1" } }, axisTick: { lineStyle: { color: "#9aa5b1" } },
    splitLine: { show: false },
    axisPointer: { show: true, snap: false, label: { show: false }, lineStyle: { color: "#7b8794", type: "solid" } },
  };
}

function valueAxis(plot) {
  const known = plot.lines.flatMap((each) => each.values).filter((value) => value !== null);
  const steady = plot.whole && known.length > 0;
  return {
    type: plot.log ? "log" : "value", minInterval: plot.unit === "count" ? 1 : undefined,
    max: !plot.log && known.every((value) => value === 0) ? 1 : undefined,
    min: steady ? 0 : undefined, splitNumber: 4,
    axisLabel: { formatter: (value) => withUnit(plot.unit, value), color: INK, fontSize: 12, fontFamily: FONT, hideOverlap: true },
    axisLine: { show: false }, axisTick: { show: false },
    splitLine: { lineStyle: { color: "#e4e7eb" } },
  };
}

const KINDS = { stage: "#9aa5b1", fault: "#c44e00", noticed: "#8e3f87", outage: "#a3123f", recovery: "#00785a", rejoin: "#0b62a4" };

/** A row's words: what it is about, and whom. */
function stretchRow(stretch) {
  if (stretch.kind === "fault") return stretch.name;
  const several = RUN.experiment.filter((each) => each.kind === "fault").length > 1;
  return several && stretch.name != null && stretch.kind !== "stage" ? `${t(stretch.words)} · ${stretch.name}` : t(stretch.words);
}

function stretchName(stretch) {
  return stretch.kind === "stage" ? named("stage.", stretch.name) : `${figure(stretch.to - stretch.from)} s`;
}

function stretchOption(element, plot, shown) {
  const rows = [...new Set(plot.stretches.map(stretchRow))];
  // A row more than there are bars, for the words of the bands.
  element.style.height = `${(rows.length + 1) * 22 + 66}px`;
  charts.get("experiment").chart.resize();
  const base = baseOption(element, plot, shown);
  const data = plot.stretches.map((each) => [each.from * 1000, Math.max(each.to, each.from) * 1000, rows.indexOf(stretchRow(each))]);
  return {
    ...base, legend: { show: false },
    xAxis: { ...base.xAxis, axisPointer: { show: false } },
    grid: { ...base.grid, left: Math.min(210, element.clientWidth / 2.4), top: 22 },
    yAxis: { type: "category", data: [...rows, ""], inverse: true, axisLine: { show: false }, axisTick: { show: false },
      axisLabel: { color: INK, fontSize: 12, fontFamily: FONT, width: Math.min(196, element.clientWidth / 2.4 - 12), overflow: "truncate" } },
    tooltip: { ...base.tooltip, trigger: "item", formatter: ({ dataIndex }) => {
      const each = plot.stretches[dataIndex];
      return each && tip(each.from, [[KINDS[each.kind], stretchRow(each), stretchName(each)], ["transparent", "→", `${relative(each.to)} · ${utc(each.to)}`]]);
    } },
    series: [bandSeries(element, shown, true), {
      id: "stretches", type: "custom", clip: true, animation: false, encode: { x: [0, 1], y: 2 }, data,
      renderItem: (parameters, api) => {
        const [left, middle] = api.coord([api.value(0), api.value(2)]);
        const right = api.coord([api.value(1), api.value(2)])[0];
        const each = plot.stretches[parameters.dataIndex];
        const bar = { type: "rect", shape: { x: left, y: middle - 6, width: Math.max(2, right - left), height: 12 }, style: { fill: KINDS[each.kind] } };
        const inside = each.kind === "stage";
        const text = stretchName(each);
        if (inside && right - left < textWidth(text)) return bar;
        const after = right + textWidth(text) < parameters.coordSys.x + parameters.coordSys.width;
        return { type: "group", children: [bar, { type: "text", style: {
          text, x: inside ? (left + right) / 2 : after ? right + 5 : left - 5, y: middle, align: inside ? "center" : after ? "left" : "right",
          verticalAlign: "middle", fill: INK, font: `11px ${FONT}` } }] };
      },
    }],
  };
}

/** About as wide as 12 px letters are; Chinese ones are twice as wide. */
const textWidth = (text) => [...text].reduce((width, letter) => width + (letter > "\u2e80" ? 12.5 : 6.8), 0);

/** Phases behind everything; faults, waves and stages above them; a label only where it fits. */
function bandSeries(element, shown, plain = false) {
  const pixels = (element.clientWidth - 90) / Math.max(1e-9, shown[1] - shown[0]);
  const data = RUN.bands.filter((band) => band.to > shown[0] && band.from < shown[1]).map((band, i) => {
    const fault = band.kind === "fault";
    const wave = band.kind === "wave";
    const stage = band.kind === "stage";
    const above = fault || wave || stage;
    const measured = !above && band.name === "measure";
    const text = fault || stage ? band.name : named(wave ? "wave." : "phase.", band.name);
    const room = (Math.min(band.to, shown[1]) - Math.max(band.from, shown[0])) * pixels;
    return [{
      xAxis: Math.max(band.from, shown[0]) * 1000,
      itemStyle: fault ? { color: "rgba(196,78,0,.17)", borderColor: "#c44e00", borderWidth: 1, borderType: "dashed" }
        : wave ? { color: "rgba(0,120,90,.13)", borderColor: "#00785a", borderWidth: 1, borderType: "dotted" }
        : stage ? { color: "transparent", borderColor: "#5b4b8a", borderWidth: 1, borderType: "dotted" }
        : plain ? { color: "transparent", borderColor: measured ? "#0b62a4" : "#cbd2d9", borderWidth: 1 }
          : { color: measured ? "#e3eefa" : i % 2 ? "#f1f3f5" : "#fafbfc" },
      label: {
        show: room > textWidth(text) + 8, formatter: () => text, position: above ? "insideBottom" : "top", distance: 4,
        color: fault ? "#8f3900" : wave ? "#005a43" : stage ? "#5b4b8a" : measured ? "#0b4a7d" : FAINT, fontWeight: above || measured ? 600 : 400,
        fontSize: 11, fontFamily: FONT,
      },
    }, { xAxis: Math.min(band.to, shown[1]) * 1000 }];
  });
  return { id: "bands", type: "line", data: [], silent: true, markArea: { silent: true, animation: false, data } };
}

/** A logarithmic scale has no zero; nothing below 10 µs is worth telling apart. */
const FLOOR = 0.01;

function lineSeries(plot) {
  const absent = (value) => value === null || value === undefined;
  const point = (values, at) => {
    const value = [plot.t[at] * 1000, absent(values[at]) ? null : plot.log ? Math.max(values[at], FLOOR) : values[at]];
    // A line needs two points; one that stands alone is drawn as a dot.
    const alone = !absent(values[at]) && absent(values[at - 1]) && absent(values[at + 1]);
    return alone ? { value, symbol: "circle", symbolSize: 4 } : value;
  };
  return plot.lines.map((each, i) => ({
    id: `line${i}`, name: each.name(), type: "line", symbol: "none", animation: false,
    data: plot.t.map((_, at) => point(each.values, at)),
    lineStyle: { color: each.colour, type: each.dash, width: each.width ?? 1.5 }, itemStyle: { color: each.colour },
    emphasis: { disabled: true },
    markLine: i === 0 && plot.bound !== undefined ? boundLine(plot) : undefined,
  }));
}

function boundLine(plot) {
  return {
    silent: true, symbol: "none", animation: false, data: [{ yAxis: plot.bound }],
    lineStyle: { color: "#a3123f", type: [2, 3], width: 1.2 },
    label: { formatter: () => `${t("boundLine")} ${withUnit(plot.unit, plot.bound)}`, position: "insideEndTop", color: "#a3123f", fontSize: 11, fontFamily: FONT },
  };
}

function tip(seconds, rows) {
  const phase = RUN.bands.find((band) => band.kind === "phase" && band.from <= seconds && seconds <= band.to);
  const head = `${relative(seconds)} · ${utc(seconds)} UTC${phase ? ` · ${named("phase.", phase.name)}` : ""}`;
  return tipBox(head, ...rows.map(([colour, name, value]) => {
    const row = document.createElement("div");
    const key = document.createElement("i");
    key.style.background = colour;
    row.append(key, textElement("span", name), textElement("b", value));
    return row;
  }));
}

/** Another chart's pointer may stand where this one has nothing. */
function lineTip(plot) {
  return (parameters) => parameters.length > 0 && tip(parameters[0].axisValue / 1000, plot.lines.map((each) => {
    const found = parameters.find((parameter) => parameter.seriesName === each.name());
    return [each.colour, each.name(), withUnit(plot.unit, found ? each.values[found.dataIndex] : null)];
  }));
}

const HEAT = ["#b5d3ea", "#7fb6dc", "#4592c6", "#1c6aaf", "#08306b"];

/** A rectangle for each count: from, to, latency from, latency to, count. */
function heatCells(plot) {
  return plot.columns.flatMap(([from, to, lowest, ...counts]) => {
    return counts.map((count, i) => [from * 1000, to * 1000, 10 ** ((lowest + i) / 10 - 3), 10 ** ((lowest + i + 1) / 10 - 3), count])
      .filter((cell) => cell[4] > 0);
  });
}

function heatSeries(cells) {
  return {
    id: "heat", type: "custom", progressive: 0, data: cells.map((cell) => [...cell, Math.log10(cell[4])]), animation: false, clip: true,
    encode: { x: [0, 1], y: [2, 3] },
    renderItem: (parameters, api) => {
      const [left, bottom] = api.coord([api.value(0), api.value(2)]);
      const [right, top] = api.coord([api.value(1), api.value(3)]);
      const area = parameters.coordSys;
      const shape = echarts.graphic.clipRectByRect(
        { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }, area);
      return shape && { type: "rect", shape, style: { fill: api.visual("color") } };
    },
  };
}

function heatOption(element, plot, shown) {
  const cells = heatCells(plot);
  const most = Math.max(1, ...cells.map((cell) => Math.log10(cell[4])));
  const base = baseOption(element, plot, shown);
  return {
    ...base,
    legend: { show: false },
    tooltip: { ...base.tooltip, trigger: "item", axisPointer: { type: "line" }, formatter: ({ value }) => value &&
      tip(value[0] / 1000, [["#2171b5", `${withUnit("ms", value[2])} – ${withUnit("ms", value[3])}`, `${figure(value[4])} ${t("count")}`]]) },
    visualMap: {
      type: "continuous", dimension: 5, seriesIndex: 1, min: 0, max: most, inRange: { color: HEAT }, orient: "horizontal",
      right: 8, top: 0, itemWidth: 10, itemHeight: narrow(element) ? 60 : 140, calculable: false, hoverLink: false,
      text: [`${figure(Math.round(10 ** most))} ${t("count")}`, "1"], textStyle: { color: INK, fontSize: 11, fontFamily: FONT },
    },
    series: [bandSeries(element, shown, true), heatSeries(cells)],
  };
}

function legendRows(element, plot) {
  const room = element.clientWidth - 66;
  let rows = 1;
  plot.lines.reduce((used, each) => {
    const width = textWidth(each.name()) + 47;
    if (used + width <= room) return used + width;
    rows += 1;
    return width;
  }, 0);
  return rows;
}

function baseOption(element, plot, shown) {
  return {
    animation: false, textStyle: { fontFamily: FONT, color: INK },
    grid: { left: 66, right: 32, top: 22 * legendRows(element, plot) + 22, bottom: 40 },
    xAxis: timeAxis(element), yAxis: valueAxis(plot),
    legend: {
      top: 0, left: 58, right: 8, itemWidth: 28, itemHeight: 8, itemGap: 14,
      // Only the line: its dash is what tells it apart without colour.
      itemStyle: { opacity: 0 },
      data: plot.lines.map((each) => each.name()), textStyle: { color: INK, fontSize: 12, fontFamily: FONT },
      inactiveColor: "#9aa5b1",
    },
    tooltip: { ...TOOLTIP, trigger: "axis", formatter: lineTip(plot) },
    toolbox: { show: true, top: -40, feature: { dataZoom: { yAxisIndex: "none", filterMode: "none" } } },
    dataZoom: [{ type: "inside", filterMode: "none", zoomOnMouseWheel: "ctrl", moveOnMouseMove: false, moveOnMouseWheel: false,
      preventDefaultMouseMove: false, startValue: shown[0] * 1000, endValue: shown[1] * 1000 }],
    series: [bandSeries(element, shown), ...lineSeries(plot)],
  };
}

let shownTime = [0, RUN.end];

function draw(name) {
  const { chart, element } = charts.get(name);
  const plot = PLOTS[name]();
  const empty = !plot.stretches && plot.lines.every((each) => each.values.every((value) => value === null)) && !(plot.columns?.length > 0);
  element.parentElement.classList.toggle("empty", empty);
  element.dataset.absent = empty ? t("absent.series") : "";
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `${t(`plot.${name}`)}, ${t(`plot.${name}.note`)}: ${plot.lines.map((each) => each.name()).join(", ")}`);
  const option = plot.stretches ? stretchOption : plot.columns ? heatOption : baseOption;
  chart.setOption(option(element, plot, shownTime), { replaceMerge: ["series"] });
  // Dragging selects a stretch of time; a finger scrolls the page instead.
  if (matchMedia("(pointer: fine)").matches) {
    chart.dispatchAction({ type: "takeGlobalCursor", key: "dataZoomSelect", dataZoomSelectActive: true });
  }
}

function zoomTo(from, to) {
  const first = charts.values().next().value;
  first?.chart.dispatchAction({ type: "dataZoom", dataZoomIndex: 0, startValue: from * 1000, endValue: to * 1000 });
}

function startChart(figureElement) {
  const element = figureElement.querySelector(".canvas");
  const chart = newChart(element);
  chart.group = GROUP;
  charts.set(figureElement.dataset.plot, { chart, element });
  chart.getZr().on("dblclick", () => zoomTo(0, RUN.end));
  chart.on("datazoom", () => {
    const zoom = chart.getOption().dataZoom[0];
    shownTime = [zoom.startValue / 1000, zoom.endValue / 1000];
    chart.setOption({ series: [bandSeries(element, shownTime, ["heat", "experiment"].includes(figureElement.dataset.plot))] });
    onZoom();
  });
}
