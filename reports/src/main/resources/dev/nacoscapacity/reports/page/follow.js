// A page that was opened while its run goes on asks for newer data, and ends as the final report.

const ASK_EVERY_MS = 2000;

/** Which parts have something to draw: figures are made for these alone. */
function shape() {
  return JSON.stringify([Object.keys(RUN).sort(), RUN.calls?.lag !== undefined,
    Object.values(RUN.calls?.operations ?? {}).some((rates) => rates.latency)]);
}

function take(run) {
  const before = shape();
  const whole = shownTime[0] <= 0.5 && shownTime[1] >= RUN.end - 0.5;
  RUN = run;
  if (shape() !== before) {
    location.reload();
    return;
  }
  if (whole) shownTime = [0, RUN.end];
  chosen.operation ??= firstOperation();
  document.querySelector("[data-zoom=window]").hidden = RUN.window === undefined;
  choices();
  redraw();
}

async function follow(number) {
  let have = number;
  try {
    const answer = document.hidden ? null : await fetch(`/data?have=${have}`);
    if (answer !== null && answer.status === 200) {
      const newer = await answer.json();
      if (newer.over) {
        location.reload();
        return;
      }
      have = newer.live;
      take(newer.run);
    }
  } catch {
    // The program has ended, or is busy: what is drawn stays.
  }
  setTimeout(() => follow(have), ASK_EVERY_MS);
}
