package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.fault.Proxies;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * An open cluster that may be broken, with what is needed to run fleets on it one after the other.
 */
final class Testbed implements AutoCloseable {

  private final TrialOptions options;
  private final PrintStream err;
  private final InstantSource clock = InstantSource.system();
  private final StopSignal stop;
  private final LiveViews onlookers;
  private final ShutdownSignals interrupts;
  private final OpenTarget target;
  private final Proxies proxies;

  private Testbed(
      TrialOptions options,
      boolean byProxy,
      LiveViews onlookers,
      ShutdownSignals interrupts,
      OpenTarget target,
      StopSignal stop,
      PrintStream err) {
    this.options = options;
    this.err = err;
    this.onlookers = onlookers;
    this.stop = stop;
    this.interrupts = interrupts;
    this.target = target;
    this.proxies = byProxy ? Proxies.before(cluster().nodes()) : new Proxies();
  }

  /**
   * Opens the target of the options; a cluster is started if need be.
   *
   * @param instances of the largest fleet
   * @param spec of what is to be carried out
   * @throws dev.nacoscapacity.simulator.options.UsageException when that cannot be carried out on
   *     the target
   * @throws ShortageException when this machine lacks what the fleet needs
   */
  static Testbed open(TrialOptions options, int instances, ExperimentSpec spec, PrintStream err) {
    boolean standInApart = TargetValidator.beforeOpening(options, instances, spec);
    if (options.out != null) {
      Recorder.requireEmpty(options.out);
    }
    if (options.target.isStandIn()) {
      err.println("The target is a stand-in: this trial proves the tool, and nothing about Nacos.");
    }
    StopSignal stop = new StopSignal();
    LiveViews onlookers = LiveViews.open(options, err::println);
    ShutdownSignals interrupts = ShutdownSignals.stopOnSignal(stop, err, leftBroken(options));
    OpenTarget opened = null;
    try {
      opened =
          interrupts.whileOpening(
              () -> options.target.open(standInApart, options.workload.realServer(), err::println));
      TargetValidator.ofOpened(opened);
      return new Testbed(options, spec.byProxy(), onlookers, interrupts, opened, stop, err);
    } catch (RuntimeException e) {
      interrupts.close();
      if (opened != null) {
        opened.close();
      }
      onlookers.close();
      throw e;
    }
  }

  /** What an end at once leaves behind; a stand-in of this process's ends with it. */
  static String leftBroken(TrialOptions options) {
    return options.target.isStandIn()
        ? ""
        : "; a node that is broken stays so: bin/nacos-cluster heal mends it";
  }

  Cluster cluster() {
    return target.cluster().orElseThrow();
  }

  Proxies proxies() {
    return proxies;
  }

  /** One of {@link Target}'s. */
  String kind() {
    return target.description().kind();
  }

  boolean interrupted() {
    return stop.request().isPresent();
  }

  /** Runs a fleet; when it cannot begin, the conclusion is never asked. */
  @SuppressWarnings("try") // Signals are heard by being there.
  void run(RunSettings settings, Scenario scenario, Path folder, Session.Conclusion conclusion) {
    // Its own: a registry that comes to harm ends this run, and not those that were to follow.
    StopSignal own = new StopSignal();
    try (ShutdownSignals signals = ShutdownSignals.stopOnSignal(own, err, leftBroken(options))) {
      Session session =
          new Session(
              settings,
              seenByClients(),
              options.target,
              options.criteria.criteria(),
              own,
              scenario,
              err);
      onlookers.show(session, folder);
      session.run(folder, clock.instant(), conclusion);
    }
    own.request()
        .filter(request -> request.cause() == StopSignal.Cause.RECORD)
        .ifPresent(request -> stop.stop(request.cause(), request.reason()));
  }

  /** The target with its proxies in place of its nodes. */
  private OpenTarget seenByClients() {
    if (proxies.isEmpty()) {
      return target;
    }
    return target.seenAt(cluster().nodes().stream().map(proxies::http).toList());
  }

  /** Lets whoever looks on end with a study's page. */
  void show(Path study) {
    onlookers.show(study);
  }

  /**
   * Waits until every node is ready again, for the next trial.
   *
   * @return whether they are; when not, what is wrong was said
   */
  boolean makeWhole() {
    try {
      cluster().start();
      return true;
    } catch (ClusterException e) {
      err.println(e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    proxies.close();
    target.close();
    interrupts.close();
    onlookers.close();
  }
}
