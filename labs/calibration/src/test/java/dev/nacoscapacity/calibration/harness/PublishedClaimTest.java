package dev.nacoscapacity.calibration.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedClaimTest {

  private final List<Row> rows = new ArrayList<>();

  @Test
  void shouldAgreeWithoutARemarkWhenTheOutcomeIsTheStudys() {
    add("jmeter|fixed|2000|128 MB", new Round(Map.of(), "OutOfMemoryError"));

    assertThat(only("engines").today().text()).isEqualTo("OutOfMemoryError");
    assertThat(only("engines").remark()).isNull();
  }

  @Test
  void shouldSayWhyWhenWhatFailedWorksToday() {
    add("jmeter|fixed|2000|128 MB", Round.of(Map.of("ok", 100.0)));

    assertThat(only("engines").today().text()).isEqualTo("works");
    assertThat(only("engines").remark().text()).contains("JMeter 3.2");
  }

  @Test
  void shouldNotCallAnotherFaultWorking() {
    add("jmeter|fixed|2000|128 MB", Round.ended("no such file"));

    assertThat(only("engines").today().text()).isEqualTo("no such file");
    assertThat(only("engines").remark()).isNull();
  }

  @Test
  void shouldExposeThePoolByWhenAllIsDone() {
    add("pool-of-20|500 ms|100|128 MB", Round.of(Map.of("finish", 2_519.0)));
    add("thread-per-call|500 ms|100|128 MB", Round.of(Map.of("finish", 552.0)));

    assertThat(only("engines").today().text()).startsWith("4.56");
    assertThat(only("engines").remark()).isNull();
  }

  @Test
  void shouldRemarkAnOrderThatIsTheOtherWayRound() {
    add("layer 4|same loop, 2|pooled||wrk", Round.of(Map.of("rate", 100.0)));
    add("layer 4|shared group, 2|pooled||wrk", Round.of(Map.of("rate", 80.0)));
    assertThat(only("proxy").remark()).isNull();

    rows.remove(1);
    add("layer 4|shared group, 2|pooled||wrk", Round.of(Map.of("rate", 125.0)));
    assertThat(only("proxy").today().text()).startsWith("0.80");
    assertThat(only("proxy").remark().text()).contains("the other way round");
  }

  @Test
  void shouldBlameTheStudysWireOnlyWhenTheRatioDiffers() {
    echoes(1, 100);
    echoes(10, 20);
    assertThat(only("payload").publishedRatio()).isEqualTo(8_806.0 / 44_653);
    assertThat(only("payload").remark()).isNull();

    rows.clear();
    echoes(1, 100);
    echoes(10, 90);
    assertThat(only("payload").remark().text()).contains("1 Gbit/s");
  }

  private void echoes(int kib, double rate) {
    add("netty|" + kib + " KB|pool|adaptive|no delay", Round.of(Map.of("rate", rate)));
  }

  @Test
  void shouldCompareTwoFiguresOfOneCase() {
    add("gateway|on|200 × 600, 5 times|ab", Round.of(Map.of("first", 800.0, "last", 1_000.0)));

    assertThat(only("gateway").ratio().median()).isEqualTo(1.25);
  }

  @Test
  void shouldSayNothingBeforeAnythingIsMeasured() {
    assertThat(PublishedClaim.compare("engines", new Results(rows))).isEmpty();
  }

  private ClaimComparison only(String part) {
    List<ClaimComparison> claims = PublishedClaim.compare(part, new Results(rows));
    assertThat(claims).hasSize(1);
    return claims.get(0);
  }

  private void add(String setting, Round... rounds) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String word : setting.split("\\|", -1)) {
      words.put("dimension" + words.size(), word);
    }
    rows.add(new Row(words, List.of(rounds)));
  }
}
