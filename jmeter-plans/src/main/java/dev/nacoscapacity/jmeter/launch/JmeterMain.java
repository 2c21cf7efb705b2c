package dev.nacoscapacity.jmeter.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.InconclusiveException;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** {@code bin/jmeter}. */
public final class JmeterMain {

  private static final String HELP =
      """
      Runs stock JMeter 5.6.3 with its own arguments (below), and exits with 0 when all went well,
      1 when samples failed, 2 when nothing can be said (a server or engine that does not answer, a
      wrong password, an interrupt), 64 for wrong usage.

      Example: bin/jmeter -n -t jmeter-plans/registry-http.jmx -Jservers=127.0.0.1:8848 \\
                 -Jinstances=1000 -l out.jtl -e -o dashboard
      Memory:  JAVA_OPTS=-Xmx2g bin/jmeter ...     Password: NACOS_PASSWORD=... bin/jmeter ...
      """;

  /** The module that lays out JMeter. */
  private static final String MODULE = "jmeter-plans/jmeter";

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final JmeterCommand command;
  private final Path here;
  private final PrintStream err;

  /**
   * @param here the working directory
   * @param err receives what is for the user
   */
  JmeterMain(JmeterCommand command, Path here, PrintStream err) {
    this.command = command;
    this.here = here;
    this.err = err;
  }

  public static void main(String[] args) {
    Conventions.exit(() -> launch(args));
  }

  private static int launch(String... args) throws InterruptedException {
    Checkout.build(List.of(MODULE));
    Path target = Checkout.home().resolve(MODULE).resolve("target");
    try {
      Path home = JmeterHome.of(target, Checkout.state(), jars -> jars.fetch(System.err::println));
      JmeterCommand command =
          new JmeterCommand(home, System.getenv().getOrDefault("JAVA_OPTS", ""));
      return new JmeterMain(command, Path.of(""), System.err).run(args);
    } catch (IOException | UncheckedIOException e) {
      throw new InconclusiveException("JMeter cannot be run: " + e.getMessage(), e);
    }
  }

  int run(String... args) throws IOException, InterruptedException {
    Invocation invocation = Invocation.parse(args);
    if (invocation.version) {
      // As every other command here is asked for it; JMeter knows only -v.
      return run("--version");
    }
    if (invocation.help) {
      err.print(HELP);
    }
    List<Properties> sources = invocation.sources(command.home(), here);
    invocation.check(sources);
    if (!invocation.runsPlan()) {
      return new JmeterProcess(command.with(invocation, List.of()), null, err)
          .await(new Engines(List.of()), () -> 0);
    }
    String hosts =
        sources.stream()
            .map(each -> each.getProperty("remote_hosts"))
            .filter(Objects::nonNull)
            .reduce("127.0.0.1", (earlier, later) -> later);
    Engines engines = new Engines(invocation.engines(hosts));
    String silent = engines.unreachable().orElse(null);
    if (silent != null) {
      err.println(
          "engine "
              + silent
              + " does not answer: start it there with bin/jmeter -s, or leave it out");
      return ExitCode.INCONCLUSIVE;
    }
    if (!Invocation.consents(sources)) {
      requireEnginesHere(engines);
    }
    String servers = servers(sources);
    double dilation = enterTime(servers);
    int controlPort = freeControlPort();
    Path jtl = jtl(invocation);
    Path log = invocation.log == null ? Path.of(jtl + ".log") : invocation.log;
    List<String> own =
        JmeterCommand.ofPlan(
            invocation, engines.list(), controlPort, dilation, Targets.areLocal(servers), jtl, log);
    int exitCode =
        new JmeterProcess(command.with(invocation, own), controlPort, err)
            .await(engines, () -> finished(log));
    RunOutcome outcome = RunOutcome.of(jtl);
    outcome.lines().forEach(err::println);
    if (Files.exists(jtl)) {
      err.println(
          "results: " + jtl + " (bin/report import " + jtl + " makes a run folder of them)");
    }
    return exitCode == ExitCode.OK ? outcome.exitCode() : ExitCode.INCONCLUSIVE;
  }

  /** The servers of the source that wins, or the plans' default. */
  private static String servers(List<Properties> sources) {
    return sources.stream()
        .map(each -> each.getProperty("servers", "").strip())
        .filter(each -> !each.isEmpty())
        .reduce("127.0.0.1:8848", (earlier, later) -> later);
  }

  private static void requireEnginesHere(Engines engines) {
    Optional<String> elsewhere = engines.elsewhere();
    if (elsewhere.isPresent()) {
      throw new UsageException(
          "engine %s is another machine, and loads what -Jservers means there: add -Jyes=true if that is meant"
              .formatted(elsewhere.get()));
    }
  }

  /** Lets a plan load a cluster in its own time. */
  private double enterTime(String servers) {
    double dilation = Targets.enterTime(servers);
    if (dilation > 1) {
      err.println(
          "time runs %s times slower than the wall's for JMeter and the cluster, and all its times are in it"
              .formatted(NumberText.exact(dilation)));
    }
    return dilation;
  }

  private static int freeControlPort() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Path jtl(Invocation invocation) throws IOException {
    if (invocation.results != null) {
      return invocation.results;
    }
    String plan = invocation.plan.getFileName().toString();
    String name = UTC.format(Instant.now()) + "-" + plan.replaceFirst("\\.jmx$", "") + ".jtl";
    return Files.createDirectories(Path.of("runs")).resolve(name);
  }

  /** The number of engines that have ended their test, according to JMeter's log. */
  private static int finished(Path log) {
    try (Stream<String> lines = Files.lines(log, ISO_8859_1)) {
      return (int) lines.filter(line -> line.contains("Finished remote host: ")).count();
    } catch (IOException e) {
      return 0;
    }
  }
}
