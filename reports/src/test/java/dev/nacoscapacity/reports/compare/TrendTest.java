package dev.nacoscapacity.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.reports.compare.Trend.Expected;
import dev.nacoscapacity.reports.compare.Trend.Figure;
import dev.nacoscapacity.reports.compare.Trend.Run;
import dev.nacoscapacity.reports.compare.Trend.Series;
import dev.nacoscapacity.reports.compare.Trend.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrendTest {

  private static final double[] STEADY = {40, 41, 39, 40, 42, 40, 41, 39};

  @TempDir private Path parent;

  /** Nights whose beats had these latencies. */
  private Trend nights(double... p99Ms) {
    for (int i = 0; i < p99Ms.length; i++) {
      ComparedRuns.night(parent, i, p99Ms[i]);
    }
    return Trend.of(List.of(parent));
  }

  private static Figure figure(Trend trend, String name) {
    return trend.figures().stream()
        .filter(each -> each.measure().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<Standing> standings(Trend trend, String name) {
    Figure figure = figure(trend, name);
    return IntStream.range(0, trend.runs().size()).mapToObj(figure::standing).toList();
  }

  private static List<String> names(Trend trend) {
    return trend.runs().stream().map(run -> run.path().getFileName().toString()).toList();
  }

  private static RunRecord withAchieved(RunRecord run, long achieved) {
    return run.withOperations(Runs.operations(Runs.operation(12_000, achieved, Map.of(), 40)));
  }

  private static RunRecord withVersion(RunRecord run, String version) {
    return run.withTarget(run.target().withVersion(version));
  }

  @Test
  void shouldNameTheFirstRunOutOfBandWhenAFigureRises() {
    double[] slower = IntStream.range(0, 11).mapToDouble(i -> i < 8 ? STEADY[i] : 80).toArray();

    Trend trend = nights(slower);

    assertThat(figure(trend, "beat p99").firstOut()).contains(8);
    assertThat(trend.newest(Standing.WORSE))
        .extracting(each -> each.measure().name())
        .contains("beat p50", "beat p99", "beat p99.9", "beat serve p99")
        .doesNotContain("list p99", "beat max", "beat required");
    assertThat(TrendText.wide(trend, Language.ENGLISH).lines(Format.TEXT))
        .anyMatch(line -> line.matches("beat p99 +ms +80 +40.* worse +.*/night-008, worse"));
    assertThat(TrendText.newest(trend).text())
        .contains("night-010", "out of band for the worse: beat p50, beat p99");
  }

  @Test
  void shouldKnowOnWhichSideAFigureIsWorse() {
    nights(STEADY);
    ComparedRuns.night(parent, 8, run -> withAchieved(run, 9_000));
    ComparedRuns.night(parent, 9, 10.0);

    Trend trend = Trend.of(List.of(parent));

    assertThat(figure(trend, "beat achieved").standing(8)).isEqualTo(Standing.WORSE);
    assertThat(figure(trend, "beat achieved").standing(9)).isEqualTo(Standing.WITHIN);
    assertThat(figure(trend, "beat p99").standing(9)).isEqualTo(Standing.BETTER);
    assertThat(trend.newest(Standing.WORSE)).isEmpty();
    assertThat(TrendText.newest(trend).text())
        .contains("not out of band for the worse. For the better: beat p50");
  }

  @Test
  void shouldJudgeNoRunWithFewerThanFiveEarlierOnes() {
    Trend trend = nights(40, 40, 40, 40, 400, 400);

    assertThat(standings(trend, "beat p99").subList(0, 5)).containsOnly(Standing.UNJUDGED);
    assertThat(standings(trend, "beat p99").get(5)).isEqualTo(Standing.WORSE);
  }

  @Test
  void shouldSayThatARunAloneIsNotJudged() {
    Trend trend = Trend.of(List.of(ComparedRuns.night(parent, 1, 40.0)));

    assertThat(trend.runs()).hasSize(1);
    assertThat(TrendText.newest(trend).text()).contains("not judged", "fewer than 5");
  }

  @Test
  void shouldReachFivePercentWhereRunsDifferLess() {
    Expected band = expected("ms", 40, 40, 40, 40, 40);

    assertThat(band).isEqualTo(new Expected(40, 38, 42));
    assertThat(standings(nights(40, 40, 40, 40, 40, 42, 42.01), "beat p99"))
        .endsWith(Standing.WITHIN, Standing.WORSE);
  }

  @Test
  void shouldReachATenthOfAMillisecondWhereNothingWasWaitedFor() {
    assertThat(expected("ms", 0, 0, 0, 0, 0)).isEqualTo(new Expected(0, 0, 0.1));
    assertThat(expected("µs", 0, 0, 0, 0, 0)).isEqualTo(new Expected(0, 0, 0));
  }

  /** The median deviation is 1. */
  @Test
  void shouldWidenTheBandByTheScatterOfFewRuns() {
    Expected five = expected("ms", 38, 39, 40, 41, 42);
    double[] fifty = IntStream.range(0, 50).mapToDouble(i -> 38 + i % 5).toArray();

    assertThat(five.high()).isCloseTo(40 + 9 * 1.4826, within(1e-9));
    assertThat(five.low()).isCloseTo(40 - 9 * 1.4826, within(1e-9));
    assertThat(expected("ms", fifty).high()).isCloseTo(40 + 3.6 * 1.4826, within(1e-9));
  }

  @Test
  void shouldNotBeMovedByAnOutlier() {
    assertThat(expected("ms", 38, 39, 40, 41, 4_200)).isEqualTo(expected("ms", 38, 39, 40, 41, 42));
  }

  @ParameterizedTest
  @CsvSource({"0, 9", "4, 22", "10000, 10900"})
  void shouldLetACountScatterByItsRoot(double count, double most) {
    assertThat(expected("", count, count, count, count, count).high()).isEqualTo(most);
  }

  private static Expected expected(String unit, double... earlier) {
    return Expected.of(earlier, new Measure("beat", "failed", unit, List.of()));
  }

  @Test
  void shouldShowAnInconclusiveRunAndNeitherJudgeItNorOthersByIt() {
    nights(40, 40, 40, 40);
    for (int i = 4; i < 9; i++) {
      ComparedRuns.night(parent, i, run -> run.withInterrupted(true));
    }
    ComparedRuns.night(parent, 9, 400.0);
    ComparedRuns.night(parent, 10, 400.0);
    ComparedRuns.night(parent, 11, run -> run.withInterrupted(true));

    Trend trend = Trend.of(List.of(parent));

    assertThat(figure(trend, "beat p99").value(4)).contains(40.0);
    assertThat(figure(trend, "beat p99").firstOut()).contains(10);
    assertThat(figure(trend, "beat p99").expected().get(10)).map(Expected::median).contains(40.0);
    assertThat(figure(trend, "beat p99").standing(11)).isEqualTo(Standing.UNJUDGED);
    assertThat(TrendText.newest(trend).text()).contains("night-011", "inconclusive");
  }

  @Test
  void shouldBeginASeriesWhenSettingsDiffer() {
    nights(40, 40, 40, 40, 40);
    for (int i = 5; i < 11; i++) {
      ComparedRuns.night(parent, i, run -> withVersion(withAchieved(run, 9_000), "2.2.4"));
    }
    ComparedRuns.night(parent, 11, 80.0);

    Trend trend = Trend.of(List.of(parent));

    assertThat(trend.series())
        .containsExactly(
            new Series(0, 6, Map.of(), Optional.empty()),
            new Series(5, 6, Map.of("target.version", "1.4.1 → 2.2.4"), Optional.empty()));
    assertThat(trend.runs()).extracting(Run::series).endsWith(1, 1, 1, 1, 1, 1, 0);
    assertThat(figure(trend, "beat achieved").firstOut()).isEmpty();
    assertThat(figure(trend, "beat p99").standing(11)).isEqualTo(Standing.WORSE);
    assertThat(TrendText.notes(trend))
        .extracting(Message::text)
        .anyMatch(
            note ->
                note.matches(
                    "Series 2 of 6 runs begins with .*/night-005: target.version 1.4.1 → 2.2.4."));
  }

  /** A new build of the tool is what a nightly run is made with. */
  @Test
  void shouldKeepTheSeriesWhenOnlyTheBuildDiffers() {
    for (int i = 0; i < 3; i++) {
      String commit = "commit-" + i;
      ComparedRuns.night(
          parent,
          i,
          run -> run.withTool(new Tool(run.tool().name(), run.tool().version(), commit)));
    }

    assertThat(Trend.of(List.of(parent)).series()).hasSize(1);
  }

  @Test
  void shouldOrderRunsByWhenTheyBegan() throws IOException {
    Path late = ComparedRuns.night(parent, 2, 40.0);
    Path early = ComparedRuns.night(parent, 1, 40.0);
    Path renamed = Files.move(late, parent.resolve("a-late"));

    assertThat(names(Trend.of(List.of(renamed, early)))).containsExactly("night-001", "a-late");
    assertThat(names(Trend.of(List.of(parent, early, renamed))))
        .containsExactly("night-001", "a-late");
  }

  @Test
  void shouldShowAFigureThatOnlySomeRunsHave() {
    ComparedRuns.night(parent, 0, run -> run.withRegistry(null));
    ComparedRuns.night(
        parent, 1, run -> run.withRegistry(Runs.registry(Runs.counts(RegistryCount.MISSING, 3))));

    Figure missing = figure(Trend.of(List.of(parent)), "missing");

    assertThat(missing.value(0)).isEmpty();
    assertThat(missing.value(1)).contains(3.0);
    assertThat(missing.firstOut()).isEmpty();
  }

  @Test
  void shouldWriteARowPerFigureAndRunForPrograms() {
    double[] slower = IntStream.range(0, 10).mapToDouble(i -> i < 8 ? STEADY[i] : 80).toArray();

    List<String> lines = TrendText.tall(nights(slower)).lines(Format.CSV);

    assertThat(lines.get(0))
        .isEqualTo(
            "operation,figure,unit,folder,started,verdict,series,value,median,low,high,standing,"
                + "first_out");
    assertThat(lines)
        .anyMatch(line -> line.matches("beat,p99,ms,.*night-000\"?,.*,pass,1,40,,,,unjudged,false"))
        .anyMatch(
            line ->
                line.matches(
                    "beat,p99,ms,.*night-008\"?,\"?2026-01-10T.*Z\"?,pass,1,80,40,[\\d.]+,[\\d.]+,"
                        + "worse,true"))
        .anyMatch(line -> line.matches("beat,p99,ms,.*night-009\"?,.*,worse,false"));
  }

  @Test
  void shouldReadAnyNumberOfRuns() throws IOException {
    Path one = ComparedRuns.night(parent, 0, 40.0).resolve("run.json");
    String json = Files.readString(one);
    for (int i = 1; i < 300; i++) {
      Path folder = Files.createDirectory(parent.resolve("more-" + i));
      String started = "\"startedAt\" : \"" + Runs.good().startedAt().plusSeconds(i * 600L) + '"';
      Files.writeString(
          folder.resolve("run.json"), json.replaceFirst("\"startedAt\" : \"[^\"]*\"", started));
    }

    Trend trend = Trend.of(List.of(parent));

    assertThat(names(trend)).hasSize(300).endsWith("more-298", "more-299");
    assertThat(trend.series()).hasSize(1);
    assertThat(figure(trend, "beat p99").standing(299)).isEqualTo(Standing.WITHIN);
  }

  @Test
  void shouldRefuseARunThatDoesNotSayWhenItBegan() throws IOException {
    Path file = ComparedRuns.night(parent, 0, 40.0).resolve("run.json");
    Files.writeString(file, Files.readString(file).replace("\"startedAt\"", "\"other\""));

    assertThatThrownBy(() -> Trend.of(List.of(parent)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("night-000 does not say when it began");
  }

  @Test
  void shouldRefuseAFolderWithoutRuns() throws IOException {
    Files.createDirectories(parent.resolve("within/deeper"));

    assertThatThrownBy(() -> Trend.of(List.of(parent)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("no run in " + parent)
        .hasMessageContaining("run.json");
  }
}
