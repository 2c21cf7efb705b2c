package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanReaderTest {

  private static final String PLAN =
      """
      question: What does auth cost?
      cluster:
        auth: true
        heap: 10g
        set:
          server.tomcat.max-threads: 4000
      load:
        services: 400
        list: 5s
      rounds:
        - name: auth
          loads:
            - instances: 15000
            - instances: 30000
              list: 10s
        - name: no auth
          cluster:
            auth: false
            set:
              server.tomcat.min-spare-threads: 200
          loads:
            - instances: 60000
      """;

  private static final String ROUND = "rounds: [{loads: [{instances: 9, services: 1, list: 1s}]}]";

  private final PlanReader reader =
      new PlanReader(
          new LoadOptions() {
            @Override
            public Set<String> names() {
              return Set.of("instances", "services", "list");
            }

            @Override
            public void check(Map<String, String> load, ClusterSpec cluster) {
              if (load.get("instances").equals("0")) {
                throw new UsageException("--instances", "is 1 or more, not 0");
              }
              if (load.get("services").equals("none")) {
                throw new UsageException("--services", "is a number, not 'none'");
              }
              if (load.get("list").equals("0s")) {
                throw new UsageException("never");
              }
            }
          });

  @Test
  void shouldNameTheFileWhenTheTextIsNoYamlAtAll() {
    String nested = "question: " + "[".repeat(60) + "]".repeat(60);
    for (String text : List.of("question: \007", nested)) {
      assertThatThrownBy(() -> reader.read("p.yaml", text))
          .isInstanceOf(UsageException.class)
          .hasMessageMatching("p\\.yaml: \\S.*");
    }
  }

  @Test
  void shouldLayRoundsAndRowsOverWhatAllHaveInCommon() {
    Plan plan = reader.read("auth.yaml", PLAN);

    ClusterSpec withAuth =
        ClusterSpec.of(ServerVersion.V1_4_1, 5)
            .withAuth(true)
            .withHeap("10g")
            .withSetting("server.tomcat.max-threads", "4000");
    ClusterSpec without =
        withAuth.withAuth(false).withSetting("server.tomcat.min-spare-threads", "200");
    assertThat(plan)
        .isEqualTo(
            new Plan(
                "What does auth cost?",
                List.of(
                    row("auth", withAuth, load("15000", "5s")),
                    row("auth", withAuth, load("30000", "10s")),
                    row("no auth", without, load("60000", "5s")))));
  }

  private static PlanRow row(String round, ClusterSpec cluster, Map<String, String> load) {
    return new PlanRow(round, cluster, load, List.of(), null);
  }

  private static Map<String, String> load(String instances, String list) {
    return Map.of("services", "400", "list", list, "instances", instances);
  }

  @Test
  void shouldScaleTheCoresThatAPlanGivesANode() {
    String plan = PLAN.replace("heap: 10g", "cores: 16");

    assertThat(reader.read("auth.yaml", plan).scaled(new Scale(0.1)).rows())
        .extracting(row -> row.cluster().cores().orElse(null))
        .containsOnly(1.6);
  }

  @Test
  void shouldEndARoundWithTheStatusThatItNames() {
    String plan =
        """
        question: x
        rounds:
          - name: a
            until: %s
            loads: [{instances: 9, services: 1, list: 5s}]
        """;

    assertThat(reader.read("p.yaml", plan.formatted("pass")).rows())
        .extracting(PlanRow::until)
        .containsExactly(Status.PASS);
    assertThat(reader.read("p.yaml", plan.formatted("fail")).rows())
        .extracting(PlanRow::until)
        .containsExactly(Status.FAIL);
    assertThatThrownBy(() -> reader.read("p.yaml", plan.formatted("inconclusive")))
        .hasMessage("p.yaml:4:12: 'until' is pass or fail, not 'inconclusive'");
  }

  @Test
  void shouldLayTheBoundsOfARoundOverThoseOfAll() {
    String plan =
        PLAN.replace("load:\n  serv", "threshold: [list.p99<800ms, missing<=5]\nload:\n  serv")
            .replace("- name: auth\n", "- name: auth\n    threshold: [list.p99<500ms]\n");

    List<PlanRow> rows = reader.read("auth.yaml", plan).rows();

    assertThat(rows.get(0).thresholds()).hasToString("[missing<=5, list.p99<=500ms]");
    assertThat(rows.get(2).thresholds()).hasToString("[missing<=5, list.p99<=800ms]");
    assertThat(RowCommand.args(rows.get(0), "local"))
        .contains("--threshold=list.p99<=500ms", "--threshold=missing<=5");
    assertThat(rows.get(0).toWarm().onWarmCluster().thresholds())
        .isEqualTo(rows.get(0).thresholds());
  }

  @Test
  void shouldNameThePlaceOfABoundThatIsNone() {
    assertThatThrownBy(
            () -> reader.read("p.yaml", "question: x\nthreshold: [list.p98<1ms]\n" + ROUND))
        .isInstanceOf(UsageException.class)
        .hasMessage("p.yaml:2:12: 'list.p98<1ms' is of no figure that a run is judged by");
    assertThatThrownBy(
            () -> reader.read("p.yaml", "question: x\nthreshold: [missing<few]\n" + ROUND))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "p.yaml:2:12: 'missing<few' is not a threshold: write FIGURE<VALUE, for example"
                + " beat.p99<500ms, failed<0.1% or missing==0");
  }

  @Test
  void shouldScaleInstancesThreadsAndHeapTogether() {
    Plan plan = reader.read("auth.yaml", PLAN).scaled(new Scale(0.1));

    PlanRow row = plan.rows().get(2);
    assertThat(row.load()).containsEntry("instances", "6000").containsEntry("services", "40");
    assertThat(row.load()).containsEntry("list", "5s");
    assertThat(row.cluster().heap()).isEqualTo("1024m");
    assertThat(row.cluster().settings())
        .containsEntry("server.tomcat.max-threads", "400")
        .containsEntry("server.tomcat.min-spare-threads", "20");
  }

  @Test
  void shouldScaleTheSizesThatARowLeavesToTheirDefaults() {
    ClusterSpec cluster = ClusterSpec.of(ServerVersion.V2_2_4, 5);
    String profile = "../profiles/monolith-and-sidecars.yaml";
    Plan plan =
        new Plan(
            "?",
            List.of(
                row("many", cluster, Map.of("instances", "40000")),
                row("few", cluster, Map.of("instances", "1000")),
                row("profile", cluster, Map.of("profile", profile))));
    int ofProfile = RowOptions.of(Map.of("profile", profile)).instances();

    List<PlanRow> rows = plan.scaled(new Scale(0.1)).rows();

    assertThat(rows.get(0).load()).isEqualTo(Map.of("instances", "4000", "services", "40"));
    assertThat(rows.get(1).load()).isEqualTo(Map.of("instances", "100", "services", "10"));
    assertThat(rows.get(2).load())
        .isEqualTo(
            Map.of("profile", profile, "instances", Long.toString(Math.round(ofProfile * 0.1))));
  }

  @Test
  void shouldLeaveANodeTheHeapItNeedsToStart() {
    Plan plan = reader.read("auth.yaml", PLAN).scaled(new Scale(0.01));

    assertThat(plan.rows().get(0).cluster().heap()).isEqualTo("512m");
  }

  @Test
  void shouldRefuseAScaleThatIsNone() {
    assertThatThrownBy(() -> new Scale(0)).hasMessage("--scale is above 0 and at most 1, not 0.0");
    assertThat(Scale.ofMachine(2, 80).factor()).isEqualTo(0.025);
    assertThat(Scale.ofMachine(128, 80).factor()).isEqualTo(1);
  }

  @Test
  void shouldNamePlaceAndKnownKeysWhenAKeyIsUnknown() {
    assertFault(
        PLAN.replace("- instances: 15000", "- instnaces: 15000"),
        "auth.yaml:13:9: unknown key 'instnaces'; known here: instances, list, services");
    assertFault(
        PLAN.replace("question:", "qestion:"),
        "auth.yaml:1:1: unknown key 'qestion'; known here: cluster, load, question, rounds,"
            + " threshold");
  }

  @Test
  void shouldNamePlaceWhenASettingIsImpossible() {
    assertFault(PLAN.replace("15000", "0"), "auth.yaml:13:20: --instances is 1 or more, not 0");
    assertFault(
        PLAN.replace("services: 400", "services: none"),
        "auth.yaml:8:13: --services is a number, not 'none'");
    assertFault(PLAN.replace("list: 5s", "list: 0s"), "auth.yaml:13:9: never");
    assertFault(
        PLAN.replace("auth: false", "auth: perhaps"),
        "auth.yaml:18:13: 'auth' is true or false, not 'perhaps'");
    assertFault(
        PLAN.replace("auth: true", "version: 1.4.2"),
        "auth.yaml:3:12: 'version' is one of [1.4.1, 2.0.4, 2.2.4, 2.5.0, 3.1.0, embedded], not"
            + " '1.4.2'");
    assertFault(
        PLAN.replace("auth: false", "nodes: 99"), "auth.yaml:18:7: nodes is 1 to 50, not 99");
    assertFault(
        PLAN.replace("heap: 10g", "cores: few"),
        "auth.yaml:4:10: 'cores' is a number such as 0.3, not 'few'");
    assertFault(
        PLAN.replace("auth: false", "cores: 0.05"),
        "auth.yaml:18:7: the processors of a node are 0.1 to 256, not 0.05");
    assertFault(
        PLAN.replace("auth: false", "version: embedded\n      cores: 0.3"),
        "auth.yaml:18:7: cores is for real nodes: a plan's stand-in runs in one process");
    assertFault(
        PLAN.replace("heap: 10g", "heap: much"),
        "auth.yaml:4:9: 'heap' is a size such as 768m or 2g, not 'much'");
  }

  @Test
  void shouldNamePlaceWhenTheTextIsNoPlan() {
    assertFault("", "auth.yaml: the file is empty");
    assertFault("- a", "auth.yaml:1:1: keys with values belong here, as in 'name: value'");
    assertFault("question: x", "auth.yaml:1:1: a plan has rounds, and a round has loads");
    assertFault(
        PLAN + "  - name: nothing\n",
        "auth.yaml:23:5: a round has loads, as in 'loads: [{instances: 1000}]'");
    assertFault(
        PLAN.replace("- name: no auth", "- name: auth"),
        "auth.yaml:16:11: another round is called 'auth', too");
    assertFault(
        "question: x\nrounds: all", "auth.yaml:2:9: 'rounds' is a list, each item behind a dash");
    assertFault("question: x\nquestion: y", "auth.yaml:2:1: 'question' is there twice");
    assertFault("question: [x", "auth.yaml:1:13: expected ',' or ']', but got <stream end>");
  }

  private void assertFault(String text, String message) {
    assertThatThrownBy(() -> reader.read("auth.yaml", text))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }
}
