package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.guard.RegistryReader;
import dev.nacoscapacity.simulator.live.MetricsEndpoint;
import dev.nacoscapacity.simulator.preflight.Intent;
import dev.nacoscapacity.simulator.preflight.Offered;
import dev.nacoscapacity.simulator.preflight.Preflight;
import dev.nacoscapacity.simulator.preflight.Problem;
import dev.nacoscapacity.simulator.preflight.Report;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.servers.WatchedNode;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.truth.Limits;
import java.io.PrintStream;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One run against an opened registry, as a user sees it: look first, guard, load, record, judge.
 */
final class Session {

  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(5);

  private final RunSettings settings;
  private final OpenTarget registry;
  private final TargetOptions options;
  private final Criteria criteria;
  private final MetricsEndpoint metrics;
  private final StopSignal stop;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * @param metrics takes the run's figures while it goes on; null when nobody asked for them
   */
  Session(
      RunSettings settings,
      OpenTarget registry,
      TargetOptions options,
      Criteria criteria,
      MetricsEndpoint metrics,
      StopSignal stop,
      PrintStream out,
      PrintStream err) {
    this.settings = settings;
    this.registry = registry;
    this.options = options;
    this.criteria = criteria;
    this.metrics = metrics;
    this.stop = stop;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs, and prints what came of it.
   *
   * @param folder of the record, or null for a fresh one
   * @return the exit code
   */
  int run(Path folder, Instant now) {
    Report report = lookFirst();
    if (report.exitCode().isPresent()) {
      report.problems().stream().map(Problem::text).distinct().forEach(err::println);
      return report.exitCode().getAsInt();
    }
    report.lines().forEach(err::println);
    Login login = logIn();
    Tokens tokens = tokens(login);
    if (registry.description().standIn()) {
      return load(folder, now, report, tokens);
    }
    try (Guarding guard =
        new Guarding(
            registry.addresses(),
            report,
            settings.namespace(),
            registry.cluster().isPresent(),
            () -> newest(tokens, login),
            breach -> stop.stop(StopSignal.Cause.HARM, breach.sentence()))) {
      err.println(guard.sentence());
      return load(folder, now, report, tokens);
    } catch (RegistryReader.ReadFailure e) {
      err.println("cannot read what is registered, so cannot guard it: " + e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  /** The fleet's first client's token, which is refreshed, once it has one. */
  private static String newest(Tokens tokens, Login login) {
    String token = tokens == null ? null : tokens.apply(0);
    return token == null && login != null ? login.token() : token;
  }

  private Report lookFirst() {
    Offered offered =
        Offered.of(
            settings.instances(),
            settings.services(),
            settings.beat(),
            settings.list(),
            settings.listen(),
            settings.registrationsPerSecond());
    return new Preflight(ADMIN_TIMEOUT)
        .check(
            new Intent(
                registry.addresses(),
                options.credentials(),
                settings.namespace(),
                options.allowPublicNamespace(),
                options.confirmed(),
                RunSettings.SERVICE_PREFIX,
                offered));
  }

  private Login logIn() {
    Credentials credentials = options.credentials();
    return credentials == null
        ? null
        : AdminClient.of(registry.addresses().get(0), ADMIN_TIMEOUT)
            .login(credentials.username(), credentials.password());
  }

  /** The fleet's, the shared one granted; null without auth. */
  private Tokens tokens(Login login) {
    if (login == null) {
      return null;
    }
    if (settings.loginEach()) {
      return Tokens.perClient(settings.instances());
    }
    Tokens tokens = Tokens.shared();
    tokens.granted(0, login.token(), login.ttl(), System.nanoTime());
    return tokens;
  }

  private Limits limits() {
    return Limits.DEFAULT.withBeatGap(Duration.ofMillis((long) criteria.beatGapMs()));
  }

  private int load(Path chosen, Instant now, Report report, Tokens tokens) {
    OpenTarget known = registry.withVersion(report.version());
    String name = settings.instances() + "-" + known.description().kind();
    Path folder = chosen == null ? RunFolder.fresh(Path.of("runs"), now, name) : chosen;
    RunRecord begun =
        RunRecord.builder(
                ThisTool.describe(),
                now,
                known.description(),
                settings.workload("http"),
                ThisMachine.describe())
            .build();
    ConsoleProgress progress = new ConsoleProgress(err, System.console() != null);
    try (Recorder recorder = Recorder.open(folder, begun)) {
      FleetRun fleet =
          new FleetRun(
              settings,
              known.nodes(),
              tokens,
              options.credentials(),
              limits(),
              stop,
              Progress.all(watchers(progress, known)));
      RunRecord run = fleet.run(begun, recorder);
      run = run.toBuilder().verdict(Judge.standard().judge(run, criteria)).build();
      progress.end();
      Summary.print(run, folder, out);
      recorder.finish(run);
      return run.verdict().status().exitCode();
    } catch (SocketException e) {
      err.println("no way to " + known.addresses().get(0) + " from here: " + e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  private List<Progress> watchers(Progress console, OpenTarget known) {
    return metrics == null
        ? List.of(console)
        : List.of(console, metrics.metrics(known.nodes().stream().map(WatchedNode::name).toList()));
  }
}
