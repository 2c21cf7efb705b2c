package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.session.QuiesceWait;
import dev.nacoscapacity.simulator.session.RunPurpose;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.study.search.SizeProbe;
import dev.nacoscapacity.simulator.study.search.SizeTrial;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** Tries one size with a complete run against the study's registry. */
final class CapacityTrial implements SizeProbe {

  /**
   * How many instances of a trial may remain when the next one begins, as a share of those of the
   * next.
   */
  private static final double NEGLIGIBLE = 0.01;

  private final TrialSettings settings;
  private final Session session;
  private final Path study;
  private final PrintStream err;
  private final QuiesceWait quiesce;
  private int exitCode = ExitCode.INCONCLUSIVE;

  /** What the last trial broke. */
  private Optional<Message> broken = Optional.empty();

  /**
   * @param study folder in which each run gets a folder
   */
  CapacityTrial(TrialSettings settings, Session session, Path study, PrintStream err) {
    this.settings = settings;
    this.session = session;
    this.study = study;
    this.err = err;
    this.quiesce = session.quiesceWait();
    quiesce
        .hidden()
        .ifPresent(hidden -> say(Message.of("capacity.notWaiting", with("why", hidden))));
  }

  @Override
  public Optional<SizeTrial> measure(int number, int size, TrialStage stage) {
    if (!quiet(settings.of(size, stage).instances())) {
      return Optional.empty();
    }
    // The folder of an interrupted trial is kept.
    Path folder =
        RunFolder.unused(study.resolve("%02d-%d-%s".formatted(number, size, stage.word())));
    Optional<RunRecord> result = run(number, size, stage, folder).filter(run -> !run.interrupted());
    if (result.isEmpty()) {
      return Optional.empty();
    }
    RunRecord run = result.get();
    Optional<Message> protection = session.protection();
    if (protection.isPresent()) {
      say(Message.of("capacity.endsHere", with("why", protection.get())));
      return Optional.empty();
    }
    Optional<Message> down = down();
    if (down.isPresent() && (run.verdict().status() != Status.FAIL || stage == TrialStage.WARM)) {
      say(Message.of("capacity.nodeDown", with("down", down.get())));
      return Optional.empty();
    }
    broken = down;
    return Optional.of(SizeTrial.of(size, stage, study.relativize(folder).toString(), run));
  }

  @Override
  public boolean repaired() {
    if (broken.isEmpty()) {
      return false;
    }
    say(Message.of("capacity.startsAgain", with("down", broken.get())));
    broken = Optional.empty();
    session.startNodes();
    return true;
  }

  private Optional<RunRecord> run(int number, int size, TrialStage stage, Path folder) {
    Criteria criteria = settings.criteria(stage);
    Workload runSettings = settings.of(size, stage);
    Session.Outcome outcome =
        session.run(
            // On a new registry the same seed would only repeat the result.
            session.registry().isNewForEachRun()
                ? runSettings.withSeed(runSettings.seed() + number)
                : runSettings,
            criteria,
            folder,
            RunPurpose.load(criteria));
    exitCode = outcome.exitCode();
    return outcome.record();
  }

  /** The exit code of the last run as a command of its own: the reason why there is no answer. */
  int exitCode() {
    return exitCode == ExitCode.USAGE ? exitCode : ExitCode.INCONCLUSIVE;
  }

  /** Whether nothing is left of the previous trial, or too little to affect the next one. */
  private boolean quiet(int next) {
    Optional<Message> fault = quiesce.await(session.stop());
    if (session.isOver()) {
      return false;
    }
    Optional<Message> down = down();
    if (down.isPresent()) {
      say(Message.of("capacity.mend", with("down", down.get())));
      return false;
    }
    if (fault.isEmpty()) {
      return true;
    }
    boolean negligible = quiesce.leftover().orElse(Integer.MAX_VALUE) <= NEGLIGIBLE * next;
    say(
        Message.of(
            negligible ? "capacity.goingOn" : "capacity.unsettled", with("why", fault.get())));
    return negligible;
  }

  /** A sentence about a local node that does not run; a node that only hangs may recover. */
  private Optional<Message> down() {
    return session
        .registry()
        .cluster()
        .flatMap(Cluster::down)
        .map(
            node ->
                Message.of(
                    "node.down", with("node", node.name()).and("state", node.state().toString())));
  }

  private void say(Message line) {
    err.println(line.in(settings.options().language()));
  }
}
