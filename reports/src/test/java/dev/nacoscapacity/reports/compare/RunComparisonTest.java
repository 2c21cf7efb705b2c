package dev.nacoscapacity.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparisonTest {

  @TempDir private Path parent;

  private RunComparison authOffAndOn() {
    return RunComparison.of(
        List.of(
            ComparedRuns.write(parent.resolve("off"), false, 60, 20),
            ComparedRuns.write(parent.resolve("on"), true, 60, 50)));
  }

  @Test
  void shouldNameTheSettingsThatDifferAndSayTheOthersOnce() {
    RunComparison comparison = authOffAndOn();

    assertThat(comparison.differing())
        .containsOnlyKeys("target.auth", "target.authCache")
        .containsEntry("target.auth", List.of("false", "true"))
        .containsEntry("target.authCache", Arrays.asList(null, "false"));
    assertThat(ComparisonText.same(comparison).text())
        .contains("workload.instances 1000", "target.nodes 3", "machine.cores 2")
        .doesNotContain("target.auth", "servicePrefix");
  }

  @Test
  void shouldCompareThreadsOnlyWhenEveryRunTellsThem() throws IOException {
    RunComparison told = authOffAndOn();
    Path file = parent.resolve("off/run.json");
    Files.writeString(file, Files.readString(file).replaceFirst("\"threads\"", "\"other\""));

    RunComparison untold = RunComparison.of(told.runs());

    assertThat(told.same()).containsKey("workload.threads");
    assertThat(untold.same()).doesNotContainKey("workload.threads");
    assertThat(untold.differing()).doesNotContainKey("workload.threads");
  }

  @Test
  void shouldCompareEachFigureWithTheFirstRuns() {
    List<String> lines = ComparisonText.wide(authOffAndOn(), Language.ENGLISH).lines(Format.TEXT);

    assertThat(lines)
        .anyMatch(line -> line.matches("beat p99 +ms +20 +50 +\\+30"))
        .anyMatch(line -> line.matches("beat achieved +1/s +200 +200 +0"))
        .anyMatch(line -> line.matches("missing +0 +0 +0"))
        .anyMatch(line -> line.matches("server cores used +0\\.70 +1\\.4 +\\+0\\.70"))
        .anyMatch(line -> line.matches("server CPU per call +µs +3,500 +7,000 +\\+3,500"));
  }

  /** What is the same in both languages has no more letters than p99. */
  @Test
  void shouldNameEachFigureInChinese() {
    assertThat(
            ComparisonText.wide(authOffAndOn(), Language.CHINESE)
                .lines(Format.MARKDOWN, Language.CHINESE))
        .anyMatch(line -> line.startsWith("| 心跳 p99（按秒） | ms |"))
        .anyMatch(line -> line.startsWith("| 缺失 |"))
        .filteredOn(line -> line.matches("\\| [^|]*[a-z]{2,}[^|]*\\|.*"))
        .isEmpty();
  }

  @Test
  void shouldShowTheQuartilesOfTheSeconds() {
    RunComparison comparison = authOffAndOn();

    assertThat(ComparisonText.wide(comparison, Language.ENGLISH).lines(Format.TEXT))
        .anyMatch(
            line ->
                line.matches(
                    "beat p99 by second +ms +20\\.5 \\[20\\.0, 21\\.0\\] +50\\.5 \\[50\\.0,"
                        + " 51\\.0\\] +\\+30\\.0"));
  }

  @Test
  void shouldWriteARowPerFigureAndRunAsCsv() {
    List<String> lines = ComparisonText.tall(authOffAndOn()).lines(Format.CSV);

    assertThat(lines.get(0)).isEqualTo("operation,figure,unit,run,folder,value,q1,q3,difference");
    assertThat(lines)
        .anyMatch(line -> line.matches("beat,p99,ms,B,.*/on\"?,50,,,30"))
        .anyMatch(
            line -> line.matches("beat,\"?p99 by second\"?,ms,B,.*/on\"?,50.511,50.015,51.007,30"));
  }

  @Test
  void shouldSayWhyRunsMayNotCompare() {
    RunFolder empty = folder(Runs.begun(Target.EMBEDDED).build());

    RunComparison comparison = RunComparison.of(List.of(folder(Runs.good()), empty));

    assertThat(comparison.cautions())
        .extracting(Message::text)
        .satisfiesExactly(
            caution -> assertThat(caution).contains("Run A", "verdict"),
            caution -> assertThat(caution).contains("Run B", "window"),
            caution -> assertThat(caution).contains("Run B", "stand-in"));
    assertThat(ComparisonText.wide(comparison, Language.ENGLISH).lines(Format.TEXT))
        .anyMatch(line -> line.matches("beat p99 +ms +40 +- +-"));
  }

  private RunFolder folder(RunRecord run) {
    return new RunFolder(parent, run);
  }
}
