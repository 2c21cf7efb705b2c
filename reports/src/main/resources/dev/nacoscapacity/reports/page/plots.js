// What each plot shows: times, unit and lines. Nothing here knows how it is drawn.

// Dark enough on white, told apart by colour-blind readers, and each with a dash of its own.
const COLOURS = ["#0b62a4", "#c44e00", "#00785a", "#8e3f87", "#7a5c00", "#505a64", "#a3123f", "#2f7d95"];
const DASHES = ["solid", "dashed", "dotted", [10, 3, 2, 3], [2, 2], [14, 4], [6, 2, 2, 2], [4, 6]];
const GREY = "#6b7580";

const chosen = { operation: null, node: null, measure: "missing" };

/** Beats over whichever protocol: beat, beat.http, beat.grpc. */
const isBeat = (operation) => operation?.split(".")[0] === "beat";

/** What is asked of the chosen operation's latency, which is of beats alone. */
const latencyBound = () => (isBeat(chosen.operation) ? RUN.beatP99Ms : undefined);

/** Plots that show the operation chosen. */
const OF_AN_OPERATION = ["rate", "latency", "heat", "parts", "trouble"];

const MEASURES = ["missing", "unhealthy", "unknownInstanceBeats", "stale", "divergent", "unknown"];

function line(key, values, colour, dash = "solid", more = {}) {
  return { name: () => t(key), values, colour, dash, ...more };
}

function percentiles(t, part, bound) {
  return {
    t, unit: "ms", log: true, bound,
    lines: part === undefined ? [] : [
      line("max", part.max, GREY, "dotted"),
      line("p99.9", part.p999, COLOURS[3], "dashed"),
      line("p99", part.p99, COLOURS[1], "solid", { width: 2.2 }),
      line("p50", part.p50, COLOURS[0], "solid"),
    ],
  };
}

/** One line a node, with the same colour and dash in every plot. */
function byNode(family, unit, values, more = {}) {
  const names = nodeNames();
  return {
    t: family.t, unit,
    lines: Object.entries(family.nodes).map(([node, measures]) => {
      const i = names.indexOf(node) % COLOURS.length;
      return { name: () => node, values: values(measures), colour: COLOURS[i], dash: DASHES[i], ...more };
    }),
  };
}

function nodeNames() {
  return [...new Set([
    ...Object.keys(RUN.registry?.nodes ?? {}), ...Object.keys(RUN.servers?.nodes ?? {})])];
}

/** The worst node at each moment: fewest present or healthy, most of everything else. */
function worst(nodes, measure) {
  const columns = Object.values(nodes).map((node) => node[measure]);
  const fold = measure === "present" || measure === "healthy" ? Math.min : Math.max;
  return columns[0].map((_, i) => {
    const known = columns.map((column) => column[i]).filter((value) => value !== null);
    return known.length === 0 ? null : fold(...known);
  });
}

const PLOTS = {
  experiment: () => ({ unit: "ms", lines: [], stretches: RUN.experiment }),
  rate() {
    const rates = RUN.calls.operations[chosen.operation];
    const low = perPoint(RUN.calls.t) > 1.5
      ? [line("achievedLow", rates.achievedLow, COLOURS[2], "dotted", { width: 1 })] : [];
    return {
      t: RUN.calls.t, unit: "rate",
      lines: [...(rates.required ? [line("required", rates.required, GREY, "dashed")] : []), ...low,
        line("achieved", rates.achieved, COLOURS[0], "solid", { width: 2.2 })],
    };
  },
  latency() {
    return percentiles(RUN.calls.t, RUN.calls.operations[chosen.operation].latency, latencyBound());
  },
  heat() {
    const map = RUN.calls.operations[chosen.operation].heat;
    return { unit: "ms", log: true, columns: map === undefined ? [] : map.columns, lines: [] };
  },
  parts() {
    const rates = RUN.calls.operations[chosen.operation];
    const parts = [["lag", RUN.calls.lag?.p99, "solid"], ["retries", rates.retries, "dotted"],
      ["poolWait", rates.poolWait, "dashed"], ["service", rates.service, "solid"]];
    return {
      t: RUN.calls.t, unit: "ms", log: true,
      lines: parts.map((part, i) => [...part, [COLOURS[3], COLOURS[1], COLOURS[4], COLOURS[0]][i]])
        .filter((part) => part[1])
        .map(([key, part, dash, colour]) => line(key, part, colour, dash, { width: 1.8 })),
    };
  },
  trouble() {
    const rates = RUN.calls.operations[chosen.operation];
    return {
      t: RUN.calls.t, unit: "rate",
      lines: [line("failed", rates.failed, COLOURS[1], "solid", { width: 1.8 }),
        line("skipped", rates.skipped, COLOURS[0], "dashed")],
    };
  },
  registry() {
    const nodes = RUN.registry.nodes;
    const of = (measure) => (chosen.node === null ? worst(nodes, measure) : nodes[chosen.node][measure]);
    return {
      t: RUN.registry.t, unit: "count", whole: true,
      lines: [line("expected", of("expected"), GREY, "dashed"),
        line("present", of("present"), COLOURS[0], "solid"),
        line("healthy", of("healthy"), COLOURS[2], "dotted", { width: 2.4 }),
        line("missing", of("missing"), COLOURS[1], "solid", { width: 1.8 })],
    };
  },
  wrong: () => byNode(RUN.registry, "count", (node) => node[chosen.measure], { width: 1.8 }),
  cpu: () => byNode(RUN.servers, "cores", (node) => node.cores),
  threads: () => byNode(RUN.servers, "count", (node) => node.threads),
  heap: () => byNode(RUN.servers, "MB", (node) => node.heap),
  gc: () => byNode(RUN.servers, "share", (node) => node.gc),
  lag: () => percentiles(RUN.calls.t, RUN.calls.lag),
  flight: () => ({
    t: RUN.calls.t, unit: "count",
    lines: Object.entries(RUN.calls.operations).slice(0, COLOURS.length).map(([operation, rates], i) => ({
      name: () => named("op.", operation), values: rates.inFlight, colour: COLOURS[i], dash: DASHES[i],
    })),
  }),
};

/** Seconds that a point covers, typically. */
function perPoint(times) {
  return times.length < 2 ? 1 : (times[times.length - 1] - times[0]) / (times.length - 1);
}
