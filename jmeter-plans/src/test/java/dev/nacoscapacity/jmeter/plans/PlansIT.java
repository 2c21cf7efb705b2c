package dev.nacoscapacity.jmeter.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlImport;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same workload three times at once, on stand-ins of their own: by registry-http.jmx, by
 * registry-grpc.jmx, and by bin/simulator.
 */
@Execution(ExecutionMode.CONCURRENT)
class PlansIT {

  private static final int INSTANCES = 40;
  private static final int SERVICES = 4;
  private static final int SECONDS = 12;
  private static final List<String> LOAD =
      List.of(
          "-Jinstances=" + INSTANCES,
          "-Jservices=" + SERVICES,
          "-Jauth=true",
          "-Jduration=" + SECONDS,
          "-Jwarmup=1",
          "-Jlisten=11",
          "-Jscrape=5",
          "-JclientIp=127.0.0.1");

  /** What differs from call to call, or with the HTTP library. */
  private static final Set<String> OWN_VALUES =
      Set.of("accesstoken", "ip", "requestid", "client-requesttoken", "client-requestts", "host");

  private static final Set<String> LIBRARY_HEADERS = Set.of("connection", "content-length");

  @TempDir private static Path directory;
  private static StandInServer askedByPlan;
  private static StandInServer askedBySimulator;
  private static int planExit;
  private static int grpcExit;

  @BeforeAll
  static void runAll() throws Exception {
    try (StandInServer first = new StandInServer();
        StandInServer second = new StandInServer();
        StandInServer third = new StandInServer()) {
      askedByPlan = first;
      askedBySimulator = second;
      CompletableFuture<Void> simulator =
          CompletableFuture.runAsync(() -> simulate(second.addresses()));
      // Over gRPC a client's own 3 s are too few while two JMeters start at once.
      try (JmeterRun plan =
              jmeter("plan", "registry-http.jmx", first, List.of("-e", "-o", file("dashboard")));
          JmeterRun grpc =
              jmeter("grpc", "registry-grpc.jmx", third, List.of("-JcallTimeout=30000"))) {
        planExit = plan.await();
        grpcExit = grpc.await();
      }
      simulator.join();
    }
  }

  private static JmeterRun jmeter(
      String name, String plan, StandInServer standIn, List<String> more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-n", "-t", JmeterRun.plan(plan)));
    arguments.addAll(List.of("-l", file(name + ".jtl"), "-Jservers=" + standIn.addresses()));
    arguments.addAll(LOAD);
    arguments.addAll(more);
    return JmeterRun.start(directory, name, Map.of(), arguments);
  }

  private static void simulate(String target) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    String options =
        "--target %s --instances %d --services %d --auth --duration %ds --warmup 1s --listen 11s"
            + " --out %s";
    SimulatorMain.commandLine(nowhere, nowhere)
        .execute(
            options.formatted(target, INSTANCES, SERVICES, SECONDS, file("simulated")).split(" "));
  }

  private static String file(String name) {
    return directory.resolve(name).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "POST," + Http.INSTANCE,
    "PUT," + Http.BEAT,
    "GET," + Http.LIST,
    "POST," + Http.LISTENER,
    "GET," + Http.PROMETHEUS,
    "DELETE," + Http.INSTANCE
  })
  void shouldSendWhatTheSimulatorSends(String method, String path) {
    assertThat(shapes(askedByPlan, method, path))
        .isNotEmpty()
        .isEqualTo(shapes(askedBySimulator, method, path));
  }

  @Test
  void shouldLogInOnceForAll() {
    assertThat(askedByPlan.of("POST", Http.CLIENT_LOGIN)).hasSize(1);
  }

  @Test
  void shouldStandForTheSameInstances() {
    assertThat(identities(askedByPlan, "POST"))
        .hasSize(INSTANCES)
        .isEqualTo(identities(askedBySimulator, "POST"));
    assertThat(identities(askedByPlan, "DELETE")).isEqualTo(identities(askedByPlan, "POST"));
  }

  @Test
  void shouldEndWellAndLeaveTheDashboard() {
    assertThat(planExit).isZero();
    assertThat(directory.resolve("dashboard/index.html")).exists();
  }

  @Test
  void shouldMakeEveryKindOfCallOverGrpc() {
    Map<String, Long> calls = new TreeMap<>();
    new JtlFile(directory.resolve("grpc.jtl"))
        .forEach(row -> calls.merge(row.label(), row.count() - row.errors(), Long::sum));

    assertThat(grpcExit).isZero();
    assertThat(calls).containsEntry("register", (long) INSTANCES);
    assertThat(calls).containsEntry("deregister", (long) INSTANCES);
    assertThat(calls).containsKeys("beat", "list", "listen", "scrape", "login");
  }

  @Test
  void shouldKeepTokensOutOfTheResults() throws IOException {
    String token =
        askedByPlan.of("PUT", Http.BEAT).get(0).query().stream()
            .filter(parameter -> parameter.getKey().equals(Http.ACCESS_TOKEN))
            .findFirst()
            .orElseThrow()
            .getValue();

    assertThat(Files.readString(directory.resolve("plan.jtl"))).doesNotContain(token);
    assertThat(Files.readString(directory.resolve("plan.jtl.log"))).doesNotContain(token);
  }

  @Test
  void shouldMakeARunFolderOfTheResults(@TempDir Path runs) {
    RunRecord run = imported("plan.jtl", runs.resolve("run"));

    double calls = INSTANCES * run.windowSeconds();
    assertThat((double) run.operations().get("beat").required()).isCloseTo(calls / 5, within(1.0));
    assertThat((double) run.operations().get("list").required()).isCloseTo(calls / 10, within(1.0));
    assertThat(run.operations().get("beat").failures()).isZero();
    assertThat(run.verdict().reasons()).extracting(Reason::code).contains("registryUnread");
    assertThat(ReportPage.write(runs.resolve("run"), Language.ENGLISH)).exists();
  }

  private static RunRecord imported(String jtl, Path folder) {
    return new JtlImport(directory.resolve(jtl), new Tool("report import", null, null))
        .into(folder);
  }

  /** The forms of a kind of call: full beats are left out, since a plan sends only light ones. */
  private static Set<String> shapes(StandInServer standIn, String method, String path) {
    return standIn.of(method, path).stream()
        .filter(request -> !path.equals(Http.BEAT) || request.body().isEmpty())
        // What plan and simulator ask before the run begins.
        .filter(request -> !request.toString().isEmpty() && header(request, "client-version"))
        .map(PlansIT::shape)
        .collect(Collectors.toSet());
  }

  private static boolean header(RecordedRequest request, String name) {
    return request.path().equals(Http.PROMETHEUS)
        || request.headers().stream().anyMatch(h -> h.getKey().equalsIgnoreCase(name));
  }

  private static String shape(RecordedRequest request) {
    return "query:%s form:%s headers:%s"
        .formatted(
            shape(request.query()),
            shape(request.form()),
            shape(request.headers()).stream()
                .filter(header -> !LIBRARY_HEADERS.contains(header.split("=")[0]))
                .sorted()
                .toList());
  }

  private static List<String> shape(List<Map.Entry<String, String>> entries) {
    return entries.stream()
        .map(
            entry -> {
              String name = entry.getKey().toLowerCase(Locale.ROOT);
              String value = entry.getValue().replaceAll("capacity-\\w+-\\d{4}", "SERVICE");
              return name + "=" + (OWN_VALUES.contains(name) ? "*" : value);
            })
        .toList();
  }

  private static Set<String> identities(StandInServer standIn, String method) {
    return standIn.of(method, Http.INSTANCE).stream()
        .map(
            request -> {
              Map<String, String> query =
                  request.query().stream()
                      .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
              String service = query.get("serviceName");
              return query.get("ip")
                  + ":"
                  + query.get("port")
                  + service.substring(service.lastIndexOf('-'));
            })
        .collect(Collectors.toSet());
  }
}
