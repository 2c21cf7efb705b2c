package dev.nacoscapacity.core.published;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CapacityTableTest {

  private final List<Map<String, String>> published = rows(CapacityTable.of(List.of()));

  @Test
  void shouldHoldEveryPublishedRow() {
    assertThat(published).hasSize(24).allMatch(row -> row.get("who").equals("published"));
    assertThat(
            cells(
                published(70_000, "off"),
                "offered_per_second achieved_per_second achieved_percent mean_ms cores"
                    + " per_second_and_core held"))
        .isEqualTo("28000 | 27890 | 99.6 | 20 | 80 | 348.625 | yes");
  }

  @Test
  void shouldCallARowFallenWhenItSaysSoOrFollowsOneThatDoes() {
    assertThat(published(75_000, "off")).containsEntry("held", "NO");
    assertThat(published(80_000, "off")).containsEntry("held", "NO").containsEntry("remark", "");
    assertThat(published(35_000, "on")).containsEntry("held", "NO");
  }

  @Test
  void shouldShowWhatAuthCostsAsARatioToTheBestWithoutIt() {
    assertThat(ratio(published(70_000, "off"))).isEqualTo("1");
    assertThat(ratio(published(30_000, "on"))).isEqualTo("0.430262");
    assertThat(ratio(published(60_000, "on, cached"))).isEqualTo("0.860523");
    assertThat(ratio(published(80_000, "off"))).isEmpty();
  }

  @Test
  void shouldSetRunsUnderThePublishedWithTheirOwnHardwareAndRates() {
    Map<String, String> row = row(judged(Runs.good(), Status.PASS));

    assertThat(
            cells(
                row,
                "who version auth nodes cores memory_gb instances offered_per_second"
                    + " achieved_percent per_second_and_core ratio_to_no_auth held remark"))
        .isEqualTo("run | 1.4.1 | on | 3 | 2 | 25.7698 | 1000 | 300 | 100 | 150 |  | yes | ");
  }

  @Test
  void shouldCountTheInstancesOfTheStageThatWasMeasuredLast() {
    RunRecord run = judged(Runs.good(), Status.PASS);

    assertThat(row(run.withStages(List.of(Runs.stage(500, run)))))
        .containsEntry("instances", "500");
  }

  @Test
  void shouldCompareARunWithRunsOnTheSameHardwareAlone() {
    RunRecord on = judged(Runs.good(), Status.PASS);
    RunRecord off =
        on.withTarget(new Target("local", "1.4.1", on.target().nodes(), false, null, 10));

    assertThat(ratioBeside(off, on)).isEqualTo("1");
    assertThat(ratio(published(70_000, "off"))).isEqualTo("1");
  }

  @Test
  void shouldNotCompareClustersWhoseHardwareIsUnknown() {
    RunRecord run = judged(Runs.good().withServers(Map.of()), Status.PASS);
    RunRecord off = run.withTarget(remote("a:1", false));

    assertThat(ratioBeside(off, run.withTarget(remote("b:1", true)))).isEmpty();
    assertThat(ratioBeside(off, run.withTarget(remote("a:1", true)))).isEqualTo("1");
  }

  private static Target remote(String node, boolean auth) {
    return new Target("remote", "2.2.4", List.of(node), auth, null, null);
  }

  @Test
  void shouldMarkARunThatDidNotPass() {
    assertThat(row(judged(Runs.good(), Status.FAIL)))
        .containsEntry("held", "NO")
        .containsEntry("remark", "FAIL");
    assertThat(row(judged(Runs.good(), Status.INCONCLUSIVE)))
        .containsEntry("held", "")
        .containsEntry("remark", "INCONCLUSIVE");
  }

  @Test
  void shouldCountTheCoresOfAMachineOnceWhenNodesShareIt() {
    RunRecord run = judged(Runs.good(), Status.PASS);
    Target near = new Target("remote", "1.4.1", run.target().nodes(), true, null, null);
    Target far = new Target("remote", "1.4.1", List.of("a:1", "b:1", "c:1"), true, null, null);

    assertThat(row(run.withTarget(near))).containsEntry("cores", "2");
    assertThat(row(run.withTarget(far))).containsEntry("cores", "6").containsEntry("memory_gb", "");
  }

  @Test
  void shouldCountTheCoresThatQuotasAllow() {
    RunRecord run = judged(Runs.good(), Status.PASS);
    assertThat(row(run.withTarget(limited(run, 0.15))))
        .containsEntry("cores", "0.45")
        .containsEntry("remark", "0.15 processors a node");
    assertThat(row(run.withTarget(limited(run, 1)))).containsEntry("cores", "2");
  }

  private static Target limited(RunRecord run, double nodeCores) {
    Setup setup = new Setup("768m", Map.of(), List.of(), nodeCores);
    return new Target("local", "1.4.1", run.target().nodes(), true, false, 10).withSetup(setup);
  }

  @Test
  void shouldLeaveStandInsAndUnjudgedRunsOutAndSaySo() {
    RunRecord standIn = judged(Runs.begun(Target.EMBEDDED).windowSeconds(60).build(), Status.PASS);
    RunRecord broken = judged(Runs.good(), Status.PASS).withExperiment(Experiments.good());
    RunRecord lookedOnly = judged(Runs.good().withOperations(Map.of()), Status.INCONCLUSIVE);
    CapacityTable table =
        CapacityTable.of(
            List.of(
                folder(standIn),
                folder(standIn),
                folder(broken),
                folder(Runs.begun().build()),
                folder(lookedOnly)));

    assertThat(rows(table)).hasSize(24);
    assertThat(table.notes())
        .extracting(Message::text)
        .filteredOn(note -> note.startsWith("Left out"))
        .satisfiesExactlyInAnyOrder(
            note -> assertThat(note).contains("stand-in", "runs/run, runs/run"),
            note -> assertThat(note).contains("broken"),
            note -> assertThat(note).contains("verdict"),
            note -> assertThat(note).contains("neither beats nor lists"));
  }

  @Test
  void shouldNotKnowTheCoresOfNodesThatAreUnknown() {
    Target unknown = new Target("remote", null, List.of(), false, null, null);
    RunRecord imported = judged(Runs.good(), Status.PASS).withTarget(unknown).withServers(Map.of());

    assertThat(row(imported)).containsEntry("cores", "").containsEntry("per_second_and_core", "");
  }

  @Test
  void shouldSayWhatComparesAndWhatDoesNot() {
    assertThat(CapacityTable.of(List.of()).notes().toString())
        .contains("issue 7302", "Never compare instances without requests/s", "Does not compare");
  }

  /** Of a run's best rate to that of another one without auth. */
  private static String ratioBeside(RunRecord off, RunRecord run) {
    return ratio(rows(CapacityTable.of(List.of(folder(run), folder(off)))).get(24));
  }

  /** The values of these columns. */
  private static String cells(Map<String, String> row, String columns) {
    return Stream.of(columns.split(" ")).map(row::get).collect(Collectors.joining(" | "));
  }

  private static String ratio(Map<String, String> row) {
    return row.get("ratio_to_no_auth");
  }

  private Map<String, String> published(int instances, String auth) {
    return published.stream()
        .filter(row -> row.get("instances").equals(Integer.toString(instances)))
        .filter(row -> row.get("auth").equals(auth))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> row(RunRecord run) {
    return rows(CapacityTable.of(List.of(folder(run)))).get(24);
  }

  private static List<Map<String, String>> rows(CapacityTable table) {
    String csv = String.join("\n", table.table().lines(Format.CSV));
    CsvSchema header = CsvSchema.emptySchema().withHeader();
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper().readerForMapOf(String.class).with(header).readValues(csv)) {
      return rows.readAll();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static RunFolder folder(RunRecord run) {
    return new RunFolder(Path.of("runs/run"), run);
  }

  private static RunRecord judged(RunRecord run, Status status) {
    return run.withVerdict(new Verdict(status, List.of(), Criteria.defaults()));
  }
}
