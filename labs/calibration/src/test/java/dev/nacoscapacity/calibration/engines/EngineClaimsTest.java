package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineClaimsTest {

  @Test
  void shouldAgreeWithoutARemarkWhenJmeterRunsOutOfMemoryToday() {
    ClaimComparison claim =
        only(row(EngineKind.JMETER, Answer.FIXED, 2_000, new Round(Map.of(), "OutOfMemoryError")));

    assertThat(claim.today().text()).isEqualTo("OutOfMemoryError");
    assertThat(claim.remark()).isNull();
  }

  @Test
  void shouldSayWhyWhenJmeterWorksToday() {
    ClaimComparison claim =
        only(row(EngineKind.JMETER, Answer.FIXED, 2_000, Round.of(Map.of(EnginesPart.OK, 100.0))));

    assertThat(claim.today().text()).isEqualTo("works");
    assertThat(claim.remark().text()).contains("JMeter 3.2");
  }

  @Test
  void shouldNotCallAnotherFaultWorking() {
    ClaimComparison claim =
        only(row(EngineKind.JMETER, Answer.FIXED, 2_000, Round.ended("no such file")));

    assertThat(claim.today().text()).isEqualTo("no such file");
    assertThat(claim.remark()).isNull();
  }

  @Test
  void shouldExposeThePoolByWhenAllIsDone() {
    ClaimComparison claim =
        only(
            row(EngineKind.POOL, Answer.DELAYED, 100, times(502, 2_519)),
            row(EngineKind.THREAD_PER_CALL, Answer.DELAYED, 100, times(505, 552)));

    assertThat(claim.today().text())
        .isEqualTo("reports 502 ms, is done after 2,519 ms; a thread per call after 552 ms");
    assertThat(claim.remark()).isNull();
  }

  @Test
  void shouldOrderByMeanAndGiveTheCpuAsEvidenceWhenTheOrderIsAnother() {
    ClaimComparison claim =
        only(
            row(EngineKind.ASYNC, Answer.FIXED, 2_000, mean(616, 2.3)),
            row(EngineKind.THREAD_PER_CALL, Answer.FIXED, 2_000, mean(513, 1.6)));

    assertThat(claim.today().text()).isEqualTo("thread-per-call 513 ms < async-reactor 616 ms");
    assertThat(claim.remark().text()).startsWith("on JDK 25. ").contains("2.3 s", "1.6 s");
  }

  @Test
  void shouldNameJmetersJdkBesideTheOthersWhenItIsAnother() {
    ClaimComparison order =
        claims(
                row(EngineKind.ASYNC, Answer.FIXED, 2_000, mean(500, 2.3)),
                row(EngineKind.JMETER, Answer.FIXED, 2_000, mean(1_800, 7.5)))
            .get(1);

    assertThat(order.remark().text()).isEqualTo("on JDK 25; JMeter on JDK 17");
  }

  @Test
  void shouldSayNothingBeforeAnythingIsMeasured() {
    assertThat(claims()).isEmpty();
  }

  private static ClaimComparison only(Row... rows) {
    List<ClaimComparison> claims = claims(rows);
    assertThat(claims).hasSize(1);
    return claims.get(0);
  }

  private static List<ClaimComparison> claims(Row... rows) {
    return new EngineClaims(new Results(List.of(rows)), 25, 17).comparisons();
  }

  private static Row row(EngineKind engine, Answer answer, int calls, Round round) {
    return new Row(new EngineSetting(engine, answer, calls, 128).byDimension(), List.of(round));
  }

  private static Round times(double own, double finish) {
    return Round.of(Map.of(EnginesPart.OWN, own, EnginesPart.FINISH, finish));
  }

  private static Round mean(double mean, double cpu) {
    return Round.of(Map.of(EnginesPart.MEAN, mean, EnginesPart.CPU, cpu));
  }
}
