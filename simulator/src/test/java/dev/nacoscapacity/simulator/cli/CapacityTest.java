package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Searches in virtual time, through the command line and the files that they leave. */
@Execution(ExecutionMode.CONCURRENT)
class CapacityTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private Cli search(String... more) {
    List<String> args =
        ShortRuns.quick("model:five-small", folder.resolve("study"), "--instances 1 --seed 7");
    args.subList(args.indexOf("--instances"), args.indexOf("--instances") + 2).clear();
    args.add(0, "capacity");
    args.add("--from 10 --to 20");
    args.addAll(List.of(more));
    return Cli.run(args);
  }

  private Study study() {
    return Study.read(folder.resolve("study"));
  }

  @Test
  void shouldResumeAfterItsLastTrialWhenItWasKilled() throws IOException {
    Cli whole = search();
    assertThat(whole.err())
        .contains("trial 1: 10 instances, doubling", "trial 2: 20 instances, doubling");
    Study uninterrupted = study();
    assertThat(uninterrupted.runs()).startsWith("01-10-bracket", "02-20-bracket");
    leaveTheFirstTrial();

    Cli resumed = search();

    assertThat(resumed.exitCode()).as(resumed.err()).isEqualTo(whole.exitCode());
    assertThat(resumed.err()).doesNotContain("trial 1:").contains("trial 2: 20 instances");
    assertThat(study().runs()).as("beside what the killed trial left").contains("02-20-bracket-2");
    assertThat(trials(study())).isEqualTo(trials(uninterrupted));
    assertThat(study().answer()).isEqualTo(uninterrupted.answer());
  }

  /** Trial by trial, wherever it is recorded. */
  private static List<JsonNode> trials(Study study) {
    return study.trials().stream()
        .map(JsonNode::<ObjectNode>deepCopy)
        .<JsonNode>map(trial -> trial.without("run"))
        .toList();
  }

  /** As a search leaves its folder that is killed in its second trial. */
  private void leaveTheFirstTrial() throws IOException {
    Path file = folder.resolve("study").resolve(Study.STUDY_JSON);
    ObjectNode study = (ObjectNode) JSON.readTree(file.toFile());
    for (String field : List.of("runs", "trials")) {
      ArrayNode all = (ArrayNode) study.get(field);
      while (all.size() > 1) {
        all.remove(1);
      }
    }
    study.remove(List.of("bracket", "answer", "sentence"));
    Files.writeString(file, study.toString());
  }

  @Test
  void shouldRefuseToResumeOverAnotherProtocol() throws IOException {
    search();
    assertThat(study().asked()).containsEntry("protocol", "http");
    Path file = folder.resolve("study").resolve(Study.STUDY_JSON);
    Files.writeString(
        file, Files.readString(file).replaceFirst("(\"protocol\"\\s*:\\s*)\"http\"", "$1\"grpc\""));

    Cli resumed = search();

    assertThat(study().asked()).containsEntry("protocol", "grpc");
    assertThat(resumed.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(resumed.err()).contains("--out");
  }

  private Cli searchRate(String api, String rate, String... more) {
    List<String> args = new ArrayList<>(List.of("api " + api + " --rate " + rate));
    args.add("--target model:five-small --seed 7 --connections 1 --warmup 1s --duration 60s");
    args.add("--out " + folder.resolve("study"));
    args.addAll(List.of(more));
    return Cli.run(args);
  }

  /** One connection waits for each answer, which takes longer than the time between two calls. */
  @Test
  void shouldFindTheHighestRateThatPassesOverTheSameConnections() throws IOException {
    Cli cli = searchRate("query", "50..20000/s");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    assertThat(cli.err())
        .contains("trial 1: 50 calls/s, doubling", "trial 2: 100 calls/s")
        .containsPattern("pass at 50 calls/s answered, p99 \\d+ ms")
        .containsPattern("measure .* \\| list 50/s p99 [\\d.]+ ms \\| failed 0")
        .doesNotContain("beat");
    assertThat(cli.out())
        .containsPattern("(?m)^[\\d,]+ calls/s pass, [\\d,]+ fail")
        .contains("calls/s:");
    Study study = study();
    assertThat(study.kind()).isEqualTo("rate");
    assertThat(study.asked())
        .containsEntry("api", "query")
        .containsEntry("--connections", "1")
        .containsEntry("--rate", "50..20000/s");
    assertThat(study.bracket().fails()).isLessThanOrEqualTo(study.bracket().passes() * 11 / 10 + 1);
    for (int i = 0; i < study.runs().size(); i++) {
      Workload load =
          RunFolder.open(folder.resolve("study").resolve(study.runs().get(i))).run().workload();
      assertThat(load.instances()).isEqualTo(1);
      assertThat(load.rate().orElseThrow().perSecond())
          .isEqualTo(study.trials().get(i).path("size").intValue());
    }
    assertThat(Files.readString(folder.resolve("study").resolve("report.html")))
        .contains("How many calls of query a second does the registry take?")
        .contains("calls/s", "Calls/s");
  }

  @Test
  void shouldGoOnWithAWiderRangeOfRatesAndWithNothingElse() {
    Cli narrow = searchRate("beat", "5..10/s");
    assertThat(narrow.exitCode()).as(narrow.err()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(narrow.out()).contains("10 calls/s still pass: search on with a higher --rate.");

    Cli wider = searchRate("beat", "5..20/s");

    assertThat(wider.err()).doesNotContain("trial 1:").contains(": 20 calls/s, doubling");
    assertThat(wider.out()).contains("20 calls/s still pass");
    for (Cli other :
        List.of(
            searchRate("query", "5..20/s"),
            searchRate("beat", "5..20/s", "--services 1"),
            search())) {
      assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(other.err()).contains("holds a study with other options");
    }
  }

  @Test
  void shouldFailWhenTheLowestRateFails() {
    Cli cli = searchRate("query", "20000..40000/s");

    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
    assertThat(cli.out()).contains("20,000 calls/s fail already", "begin with a lower --rate");
  }

  @Test
  void shouldRefuseToResumeAnotherSearch() {
    search();

    Cli other = search("--auth");

    assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).contains("--out");
  }
}
