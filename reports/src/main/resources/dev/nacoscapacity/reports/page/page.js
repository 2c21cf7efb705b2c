// Puts the parts together: language, choices, zoom, plots.

const figures = [...document.querySelectorAll("figure[data-plot]")];

function redraw(names) {
  figures.filter((element) => names === undefined || names.includes(element.dataset.plot)).forEach((element) => {
    draw(element.dataset.plot);
    if (element.querySelector("details").open) fillTable(element);
  });
}

/** A row of buttons of which one is pressed. */
function choice(id, label, options, current, choose) {
  const box = document.getElementById(id);
  if (box === null) return;
  box.setAttribute("aria-label", label);
  const buttons = options.map(([value, text]) => {
    const button = textElement("button", text);
    button.type = "button";
    button.setAttribute("aria-pressed", String(value === current));
    button.addEventListener("click", () => {
      buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
      choose(value);
    });
    return button;
  });
  box.replaceChildren(...buttons);
}

function choices() {
  if (RUN.calls) {
    choice("operations", t("operation"), Object.keys(RUN.calls.operations).map((name) => [name, named("op.", name)]),
      chosen.operation, (operation) => { chosen.operation = operation; redraw(OF_AN_OPERATION); });
  }
  if (RUN.registry) {
    choice("nodes", t("node"), [[null, t("worstNode")], ...Object.keys(RUN.registry.nodes).map((node) => [node, node])],
      chosen.node, (node) => { chosen.node = node; redraw(["registry"]); });
    choice("measures", t("measure"), MEASURES.map((measure) => [measure, t(measure)]),
      chosen.measure, (measure) => { chosen.measure = measure; redraw(["wrong"]); });
  }
}

function onZoom() {
  const [from, to] = shownTime;
  const whole = from <= 0.5 && to >= RUN.end - 0.5;
  const near = (a, b) => Math.abs(a - b) < 1;
  const measured = RUN.window !== undefined && near(from, RUN.window[0]) && near(to, RUN.window[1]);
  document.querySelector("[data-zoom=all]").setAttribute("aria-pressed", String(whole));
  document.querySelector("[data-zoom=window]").setAttribute("aria-pressed", String(measured));
  document.getElementById("zoomed").textContent = whole || measured ? "" : `${relative(from)} – ${relative(to)}`;
}

function rewrite() {
  const covers = RUN.calls ? perPoint(RUN.calls.t) : 1;
  const perPointText = document.getElementById("per-point");
  if (perPointText) perPointText.textContent = covers > 1.5 ? t("perPoint", figure(Math.round(covers))) : "";
  choices();
  redraw();
}

function firstOperation() {
  const operations = Object.keys(RUN.calls?.operations ?? {});
  return operations.find(isBeat) ?? operations[0];
}

function start() {
  chosen.operation = firstOperation();
  // Something that went wrong is worth more than a row of zeros.
  chosen.measure = MEASURES.find((measure) =>
    Object.values(RUN.registry?.nodes ?? {}).some((node) => node[measure].some((value) => value > 0))) ?? "missing";
  figures.forEach((element) => {
    startChart(element);
    element.querySelector("details").addEventListener("toggle", ({ target }) => { if (target.open) fillTable(element); });
  });
  echarts.connect(GROUP);
  document.getElementById("zoom").hidden = figures.length === 0;
  document.querySelector("[data-zoom=window]").hidden = RUN.window === undefined;
  document.querySelector("[data-zoom=all]").addEventListener("click", () => zoomTo(0, RUN.end));
  document.querySelector("[data-zoom=window]").addEventListener("click", () => zoomTo(...RUN.window));
  languages(rewrite);
  let width = innerWidth;
  addEventListener("resize", () => {
    // A printer's page scales what is drawn.
    if (innerWidth === width || matchMedia("print").matches) return;
    width = innerWidth;
    charts.forEach(({ chart }) => chart.resize());
    redraw();
  });
}

start();
if (DATA.live !== undefined) setTimeout(() => follow(DATA.live), ASK_EVERY_MS);
