package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An open registry, on which a command makes one or more runs in sequence. It owns everything that
 * lives as long as the command: the target, the live views, and the handling of Ctrl-C. {@link
 * #run} is the only way to make a run.
 */
public final class Session implements AutoCloseable {

  /** The code of the line for a stand-in, the first where it is known before it is reached. */
  static final String STAND_IN = "run.standIn";

  private static final PrintStream SILENT = new PrintStream(OutputStream.nullOutputStream());

  /** A node under load takes long to verify a password. */
  private static final Duration LOGIN = Duration.ofSeconds(30);

  private final RunOptions options;
  private final PrintStream err;
  private final String leftBehind;
  private final StopSignal stop = new StopSignal();
  private final LiveViews views;
  private final ShutdownSignals signals;
  private OpenTarget registry;
  private Optional<String> exclusive = Optional.empty();

  /**
   * Opens the target of the options, and starts a cluster if necessary.
   *
   * @param room requirements of the largest run, already checked
   * @param real version of a local cluster, if one must be started
   * @param leftBehind what an immediate exit leaves broken, and the command that repairs it,
   *     besides a cluster that was started; empty for nothing
   * @param err receives progress and warnings
   * @throws dev.nacoscapacity.core.cli.UsageException when options contradict each other
   */
  public Session(
      RunOptions options,
      ResourceCheck room,
      ServerVersion real,
      String leftBehind,
      PrintStream err) {
    this.options = options;
    this.err = err;
    this.leftBehind =
        leftBehind
            + (options.target().isLocal() ? options.language().say(Targets.LEFT_BEHIND) : "");
    this.views = LiveViews.open(options, err::println);
    this.signals = stop.onSignal(err, options.language(), this.leftBehind);
    try {
      this.registry =
          signals.whileOpening(
              () -> options.target().open(room.standInApart(), real, err::println));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    caption(options.target(), options.language()).ifPresent(err::println);
    options
        .workload()
        .protocolReason()
        .ifPresent(reason -> console().println(reason.in(options.language())));
  }

  /**
   * The caption before and after a run whose target was not Nacos, or was not verified to be the
   * named server; empty otherwise.
   */
  public static Optional<String> caption(TargetOptions target, Language language) {
    if (target.isModel()) {
      return Optional.of(Prediction.words().in(language));
    }
    if (target.insecure()) {
      return Optional.of(language.say("insecure"));
    }
    return target.isStandIn() ? Optional.of(language.say(STAND_IN)) : Optional.empty();
  }

  /** The registry, as clients see it. */
  public OpenTarget registry() {
    return registry;
  }

  /**
   * Sets other addresses at which clients of later runs reach the nodes, in the order of the nodes.
   */
  public void withClientAddresses(List<InetSocketAddress> addresses) {
    registry = registry.withClientAddresses(addresses);
  }

  /**
   * Whether nodes may be called before the first run: they are this machine's, or the user has
   * agreed to the load. Otherwise the run reports what is missing.
   */
  public boolean mayCallNodes() {
    return options.target().confirmed() || registry.isOnThisMachine();
  }

  /**
   * Starts the nodes of this project's cluster that do not run; a signal ends the attempt. A model
   * has new nodes for each run.
   *
   * @throws dev.nacoscapacity.cluster.ClusterException when a node does not start
   */
  public void startNodes() {
    if (!registry.isNewForEachRun()) {
      signals.whileOpening(() -> registry.cluster().orElseThrow().start());
    }
  }

  /**
   * A wait between runs, which counts what the registry holds now.
   *
   * @throws AdminException when a node does not answer
   */
  public QuiesceWait quiesceWait() {
    // A model takes no calls from outside its time.
    return registry.isNewForEachRun() || !mayCallNodes()
        ? QuiesceWait.NONE
        : new QuiesceWait(registry, exclusive.isPresent(), logInAndRenew());
  }

  /** The token of the user; empty without auth, and when the login is refused. */
  private Optional<AdminToken> logInAndRenew() {
    try {
      return options.target().credentials().map(user -> AdminToken.of(user, this::logIn));
    } catch (AdminException e) {
      if (e.kind() != Kind.REFUSED && e.kind() != Kind.WRONG_PASSWORD) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * The token of the user, as long as the session lasts, for calls outside the runs. Empty without
   * auth, or while no node may be called, or when the login fails: the run logs in, too, and
   * reports the reason.
   */
  public Optional<AdminToken> token() {
    try {
      return mayCallNodes() ? logInAndRenew() : Optional.empty();
    } catch (AdminException e) {
      return Optional.empty();
    }
  }

  private Login logIn(Credentials credentials) {
    return AdminClient.of(registry.registry().get(0), registry.reach(), LOGIN)
        .login(credentials.username(), credentials.password());
  }

  /** How long a run takes by the registry's clock. */
  public RunTime time(Workload settings) {
    return new LoadFigures(settings).time(registry.nodes().size());
  }

  /**
   * Says how long runs will take by the wall, where their time is slowed.
   *
   * @param time by the registry's clock
   * @param first the first of them
   */
  public void announce(RunTime time, Workload first) {
    Optional<ClusterClock> clock = registry.cluster().flatMap(Cluster::clock);
    if (clock.isPresent()) {
      WallEstimate wall = WallEstimate.of(registry.nodes().size(), clock);
      Language language = options.language();
      err.println(language.say("time.this", with("takes", wall.words(time, first, language))));
    }
  }

  /**
   * Refuses runs on a registry that contains, or may contain, foreign services.
   *
   * @param otherwise what the user may do there instead, as a command
   */
  public void requireExclusive(String otherwise) {
    exclusive = Optional.of(otherwise);
  }

  /**
   * Raised by a signal, when a record cannot be written, or when a run was stopped to protect a
   * registry of others: no further run should begin.
   */
  public StopSignal stop() {
    return stop;
  }

  /** Whether no further run should begin. */
  public boolean isOver() {
    return stop.request().isPresent();
  }

  /** Why no further run should begin, as the end of a sentence; empty while one may. */
  public Optional<Message> whyOver() {
    return protection().or(stop::interruption);
  }

  /** Why a registry of others is left alone from now on; empty while it is not. */
  public Optional<Message> protection() {
    return stop.protection().map(why -> Message.of("stop.protection", with("why", why)));
  }

  /**
   * The outcome of a run.
   *
   * @param exitCode of a command that makes only this run
   * @param record with its verdict; empty when the run could not begin, after printing the reason
   */
  public record Outcome(int exitCode, Optional<RunRecord> record) {}

  /**
   * Makes a run: checks the registry, logs in, guards foreign services, loads, records, judges, and
   * writes the page.
   *
   * @param criteria bounds for the registry's state
   * @param folder of the record
   * @param purpose faults within the window, and the verdict
   */
  public Outcome run(Workload settings, Criteria criteria, Path folder, RunPurpose purpose) {
    Optional<Cluster> atFullSpeed =
        registry
            .cluster()
            .filter(cluster -> cluster.clock().filter(clock -> !clock.isSlow()).isPresent());
    if (atFullSpeed.isPresent()) {
      boolean warm = warm(settings, criteria, folder);
      if (isOver()) {
        return new Outcome(ExitCode.INCONCLUSIVE, Optional.empty());
      }
      if (warm) {
        atFullSpeed.get().slowTime();
      }
    }
    views.show(folder);
    // A separate stop signal: a stop to protect the registry ends only this run, not the next one.
    StopSignal own = new StopSignal();
    List<Progress> listeners =
        views.progress(folder, registry.dilation(), options.remarks().tags()).stream().toList();
    Outcome outcome;
    boolean endsWithUs = registry.isNewForEachRun() || options.target().isStandIn();
    Optional<Message> stays = endsWithUs ? Optional.empty() : settings.population().stays();
    String leftovers = leftBehind + stays.map(each -> each.in(options.language())).orElse("");
    try (ShutdownSignals runSignals = own.onSignal(err, options.language(), leftovers)) {
      outcome =
          new RecordedRun(
                  host(settings, own),
                  criteria,
                  options.remarks(),
                  options.workload().protocolReason(),
                  options.language(),
                  err,
                  console())
              .run(purpose, folder, Instant.now(), listeners);
    }
    outcome.record().ifPresent(record -> views.over(folder, record));
    own.request()
        .filter(request -> endsTheSession(request.cause()))
        .ifPresent(request -> stop.stop(request.cause(), request.reason()));
    return outcome;
  }

  /**
   * Warms the nodes of a cluster whose time is about to be slowed: what their JIT compilers do at
   * full speed takes a minute, and an hour later.
   *
   * @return false when such a run was refused, as the one that follows will be
   */
  private boolean warm(Workload settings, Criteria criteria, Path folder) {
    Optional<TrialFigures> before = Optional.empty();
    int instances = Math.min(WarmingLoad.INSTANCES, settings.instances());
    for (int turn = 1; turn <= TrialFigures.MOST_TO_WARM && !isOver(); turn++) {
      err.println(options.language().say("warming.full"));
      Workload load = WarmingLoad.of(settings, instances, System.currentTimeMillis());
      Optional<TrialFigures> now = warmOnce(load, criteria, folder).map(TrialFigures::of);
      now.ifPresent(figures -> err.println("  " + figures.words(options.language())));
      if (now.isEmpty()) {
        return false;
      }
      if (WarmingLoad.isTooLarge(now.get())) {
        instances = Math.max(1, instances / 2);
        before = Optional.empty();
        continue;
      }
      if (before.isPresent() && now.get().levelAfter(before.get())) {
        break;
      }
      before = now;
    }
    return true;
  }

  private Optional<RunRecord> warmOnce(Workload load, Criteria criteria, Path folder) {
    Path discarded = RunFolder.unused(folder.resolveSibling(folder.getFileName() + "-warming"));
    StopSignal own = new StopSignal();
    try (ShutdownSignals runSignals = own.onSignal(err, options.language(), leftBehind)) {
      return new RecordedRun(
              host(load, own),
              criteria.withoutAborts(),
              options.remarks(),
              Optional.empty(),
              options.language(),
              SILENT,
              SILENT)
          .run(RunPurpose.load(criteria), discarded, Instant.now(), List.of())
          .record();
    } finally {
      RunFolder.discard(discarded, true);
    }
  }

  /**
   * Whether no further run should begin after a stop of one. A registry of others that was harmed,
   * or fell silent, is left alone; a cluster of ours may be overloaded on purpose.
   */
  private boolean endsTheSession(StopSignal.Cause cause) {
    // A signal raises the session's own, too; and a worker that died need not end a search.
    return cause == StopSignal.Cause.RECORD || cause.protectsRegistry() && registry.isOfOthers();
  }

  /** Where progress goes. */
  private PrintStream console() {
    return options.isQuiet() ? SILENT : err;
  }

  private RunHost host(Workload settings, StopSignal own) {
    return registry
        .model()
        .<RunHost>map(
            maker ->
                new ModelRunHost(settings, registry, maker, options.target().credentials(), own))
        .orElseGet(
            () ->
                new LiveRunHost(
                    settings,
                    registry,
                    options.target(),
                    options.language(),
                    exclusive,
                    own,
                    console()::println));
  }

  /** Lets the live page show a study's folder, after its last run. */
  public void show(Path study) {
    views.show(study);
  }

  @Override
  public void close() {
    try {
      if (registry != null) {
        registry.close();
      }
    } finally {
      signals.close();
      views.close();
    }
  }
}
