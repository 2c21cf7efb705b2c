package dev.nacoscapacity.calibration.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.payload.EchoSetting.Stack;
import dev.nacoscapacity.calibration.payload.EchoSetting.Writes;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadClaimsTest {

  @Test
  void shouldFindTheDipWhenALargerMessageCarriesLess() {
    ClaimComparison dip = dip(81, 55);

    assertThat(dip.ratio().median()).isLessThan(1);
    assertThat(dip.remark().text()).startsWith("it is there");
  }

  @Test
  void shouldGiveTheEvidenceWhenTheDipIsGone() {
    ClaimComparison dip = dip(150, 300);

    assertThat(dip.remark().text())
        .startsWith("it is gone")
        .contains("no delay 300 MB/s, 0.0 % over 30 ms; nagle, two writes 4 MB/s, 100.0 % over");
  }

  @Test
  void shouldBlameTheStudysWireOnlyWhenTheRatioDiffers() {
    Row small = row(Stack.NETTY, 1, true, Map.of(PayloadPart.RATE, 100.0));

    assertThat(only(small, row(Stack.NETTY, 10, true, Map.of(PayloadPart.RATE, 20.0))).remark())
        .isNull();
    assertThat(
            only(small, row(Stack.NETTY, 10, true, Map.of(PayloadPart.RATE, 90.0))).remark().text())
        .contains("1 Gbit/s");
  }

  @Test
  void shouldShowWhatHandingOverCostsByItsContextSwitches() {
    ClaimComparison claim =
        only(
            row(Stack.NETTY, 1, true, cpu(12, 100, 270)),
            row(Stack.NETTY, 1, false, cpu(3, 100, 1)));

    assertThat(claim.ratio().median()).isEqualTo(0.25);
    assertThat(claim.remark().text()).startsWith("what the pool costs").endsWith("2.7 / 0.01");
  }

  @Test
  void shouldNotBlameTheWireForWhatDidNotFillIt() {
    ClaimComparison claim =
        only(
            row(Stack.MINA, 1, true, Map.of(PayloadPart.RATE, 100.0)),
            row(Stack.MINA, 2, true, Map.of(PayloadPart.RATE, 20.0)));

    assertThat(claim.publishedRatio()).isEqualTo(35_548.0 / 45_024);
    assertThat(claim.remark().text()).doesNotContain("1 Gbit/s");
  }

  private static Map<String, Double> cpu(double each, double rate, double switches) {
    return Map.of(
        PayloadPart.CPU_EACH, each, PayloadPart.RATE, rate, PayloadPart.SWITCHES, switches);
  }

  private static ClaimComparison dip(double before, double at) {
    return only(
        row(Stack.MINA, 2, true, megabytes(before, 0)),
        row(Stack.MINA, 5, true, megabytes(at, 0)),
        new Row(
            EchoCase.setting(new EchoSetting(Stack.MINA, true, true, Writes.NAGLE_TWICE), 5),
            List.of(Round.of(megabytes(4, 100)))));
  }

  private static Map<String, Double> megabytes(double megabytes, double stalled) {
    return Map.of(PayloadPart.MEGABYTES, megabytes, PayloadPart.STALLED, stalled);
  }

  private static ClaimComparison only(Row... rows) {
    List<ClaimComparison> claims = new PayloadClaims(new Results(List.of(rows))).comparisons();
    assertThat(claims).hasSize(1);
    return claims.get(0);
  }

  private static Row row(Stack stack, int kib, boolean executor, Map<String, Double> figures) {
    return new Row(
        EchoCase.setting(new EchoSetting(stack, executor, true, Writes.NO_DELAY), kib),
        List.of(Round.of(figures)));
  }
}
