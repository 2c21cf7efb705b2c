// The numbers behind a plot, as a table that is built when it is opened.

const DECADES = [0.1, 1, 10, 100, 1000, 10000];

function cells(tag, values) {
  const row = document.createElement("tr");
  values.forEach((value, i) => {
    const cell = document.createElement(i === 0 && tag === "td" ? "th" : tag);
    if (tag === "th" || i === 0) cell.scope = tag === "th" ? "col" : "row";
    cell.textContent = value;
    row.append(cell);
  });
  return row;
}

function lineRows(plot) {
  return {
    head: [t("time"), "UTC", ...plot.lines.map((each) => each.name())],
    rows: plot.t.map((seconds, i) =>
      [relative(seconds), utc(seconds), ...plot.lines.map((each) => withUnit(plot.unit, each.values[i]))]),
  };
}

/** Calls by decade of latency: the map's rows are too many to read. */
function heatRows(plot) {
  return {
    head: [t("time"), "UTC", ...DECADES.map((ms) => `< ${withUnit("ms", ms)}`), `≥ ${withUnit("ms", DECADES.at(-1))}`],
    rows: plot.columns.map(([, end, lowest, ...counts]) => {
      const sums = new Array(DECADES.length + 1).fill(0);
      counts.forEach((count, i) => {
        const decade = DECADES.findIndex((ms) => 10 ** ((lowest + i) / 10 - 3) < ms * 0.999);
        sums[decade < 0 ? DECADES.length : decade] += count;
      });
      return [relative(end), utc(end), ...sums.map(figure)];
    }),
  };
}

function stretchRows(plot) {
  return {
    head: [t("event"), "", t("time"), "UTC", t("seconds")],
    rows: plot.stretches.map((each) => [stretchRow(each), each.kind === "stage" ? stretchName(each) : "", relative(each.from), utc(each.from),
      `${figure(each.to - each.from)} s`]),
  };
}

function fillTable(figureElement) {
  const plot = PLOTS[figureElement.dataset.plot]();
  const { head, rows } = (plot.stretches ? stretchRows : plot.columns ? heatRows : lineRows)(plot);
  const table = document.createElement("table");
  table.createTHead().append(cells("th", head));
  table.createTBody().append(...rows.map((row) => cells("td", row)));
  figureElement.querySelector(".rows").replaceChildren(table);
}
