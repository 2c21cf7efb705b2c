// Plots of several runs: a line a run, with the same colour and dash in all of them.

function byRun(unit, values, more = {}) {
  return {
    t: RUN.calls.t, unit, ...more,
    lines: RUN.runs.map((run, i) => ({
      name: () => run.name, values: values(run) ?? RUN.calls.t.map(() => null), colour: COLOURS[i], dash: DASHES[i], width: 1.8,
    })),
  };
}

const ofOperation = (run) => run.calls?.operations[chosen.operation];

/** Point by point, where both are known. */
function added(columns) {
  return columns.length === 0 ? undefined : columns[0].map((_, i) => {
    const known = columns.map((column) => column[i]).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

const nodesOf = (family) => Object.values(family?.nodes ?? {});

Object.assign(PLOTS, {
  compareRate: () => byRun("rate", (run) => ofOperation(run)?.achieved),
  compareP50: () => byRun("ms", (run) => ofOperation(run)?.latency?.p50, { log: true }),
  compareP99: () => byRun("ms", (run) => ofOperation(run)?.latency?.p99, {
    log: true, bound: latencyBound(),
  }),
  compareService: () => byRun("ms", (run) => ofOperation(run)?.service, { log: true }),
  compareTrouble: () => byRun("rate", (run) => ofOperation(run) && added([ofOperation(run).failed, ofOperation(run).skipped])),
  compareWrong: () => byRun("count", (run) => nodesOf(run.registry).length === 0 ? undefined
    : added([worst(run.registry.nodes, "missing"), worst(run.registry.nodes, "unhealthy")])),
  compareCpu: () => byRun("cores", (run) => added(nodesOf(run.servers).map((node) => node.cores))),
  compareLag: () => byRun("ms", (run) => run.calls?.lag?.p99, { log: true }),
});

OF_AN_OPERATION.push("compareRate", "compareP50", "compareP99", "compareService", "compareTrouble");
