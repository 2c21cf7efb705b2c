package dev.nacoscapacity.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CriteriaTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldHoldTheBoundsOfTheDesignByDefault() {
    assertThat(Criteria.defaults().bounds())
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("achievedShare", 0.99),
                Map.entry("failedShare", 0.001),
                Map.entry("beatP99Ms", 1_000.0),
                Map.entry("dropped", 0.0),
                Map.entry("neverAppeared", 0.0),
                Map.entry("missing", 0.0),
                Map.entry("unhealthy", 0.0),
                Map.entry("unknownInstanceBeats", 0.0),
                Map.entry("stale", 0.0),
                Map.entry("divergent", 0.0),
                Map.entry("unknown", 0.0),
                Map.entry("undeliveredChanges", 0.0),
                Map.entry("minWindowSeconds", 60.0),
                Map.entry("lagP99Ms", 100.0),
                Map.entry("contentionShare", 0.1),
                Map.entry("gcPauseMs", 500.0),
                Map.entry("beatGapMs", 10_000.0)));
  }

  @Test
  void shouldNameABoundOfEveryOperationByItsFigure() {
    assertThat(Criterion.byName())
        .containsKeys(
            "beatAchievedShare",
            "listFailedShare",
            "listenMaxMs",
            "scrapeP50Ms",
            "connectP99Ms",
            "loginFailedShare",
            "registerFailedShare",
            "subscribeP999Ms",
            "deregisterMaxMs",
            "pushDelayP99Ms",
            "changeDelayP99Ms",
            "configChangeDelayP99Ms")
        .doesNotContainKeys(
            "registerAchievedShare",
            "pushDelayFailedShare",
            "changeDelayFailedShare",
            "sweepP99Ms");
  }

  @Test
  void shouldPreferAnOperationsOwnBoundToThatOfAll() {
    Criteria own = Criteria.defaults().with("listFailedShare", 0.5);

    assertThat(own.of("list", CallFigure.FAILED_SHARE))
        .hasValueSatisfying(criterion -> assertThat(criterion.name()).isEqualTo("listFailedShare"));
    assertThat(own.of("beat", CallFigure.FAILED_SHARE))
        .hasValueSatisfying(criterion -> assertThat(criterion.name()).isEqualTo("failedShare"));
    assertThat(own.of("beat.http", CallFigure.P99))
        .hasValueSatisfying(criterion -> assertThat(criterion.name()).isEqualTo("beatP99Ms"));
    assertThat(own.of("list", CallFigure.P99)).isEmpty();
  }

  @Test
  void shouldBeTheSameWhenItWasWrittenAndRead() throws JsonProcessingException {
    Criteria criteria = Criteria.defaults().with("listP99Ms", 0.5).with("missing", 3);

    String json = JSON.writeValueAsString(criteria);

    assertThat(json).contains("\"listP99Ms\":0.5", "\"missing\":3,", "\"achievedShare\":0.99");
    assertThat(JSON.readValue(json, Criteria.class)).isEqualTo(criteria);
    assertThat(JSON.readValue("{\"ofALaterVersion\":1}", Criteria.class))
        .isEqualTo(Criteria.defaults());
  }

  @Test
  void shouldTellWhatWasAskedFor() {
    assertThat(Criteria.defaults().askedBounds()).isEmpty();
    assertThat(Criteria.defaults().with("listP99Ms", 500).with("beatP99Ms", 1_000).askedBounds())
        .as("one that equals its default, too")
        .containsExactly(Map.entry("beatP99Ms", 1_000L), Map.entry("listP99Ms", 500L));
  }

  @Test
  void shouldStillKnowWhatWasAskedForInARecord() throws JsonProcessingException {
    Criteria criteria = Criteria.defaults().with("beatP99Ms", 1_000);
    Verdict verdict = new Verdict(Status.PASS, List.of(), criteria);

    Verdict read = JSON.readValue(JSON.writeValueAsString(verdict), Verdict.class);

    assertThat(read).isEqualTo(verdict);
    assertThat(read.criteria()).isEqualTo(criteria);
  }

  @Test
  void shouldRefuseAShareThatIsNone() {
    assertRefused("achievedShare", 99, "achievedShare must be 0 to 1, not 99.0");
    assertRefused("loginFailedShare", 1.1, "loginFailedShare must be 0 to 1, not 1.1");
  }

  @Test
  void shouldRefuseABoundBelowZero() {
    assertRefused("missing", -1, "missing must not be negative, not -1.0");
    assertRefused("listP99Ms", Double.NaN, "listP99Ms must not be negative, not NaN");
  }

  @ParameterizedTest
  @ValueSource(doubles = {86_400_001, 3e9, Double.POSITIVE_INFINITY})
  void shouldRefuseABeatGapOfMoreThanADay(double beatGapMs) {
    assertRefused("beatGapMs", beatGapMs, "beatGapMs must be 0 to 86400000, not " + beatGapMs);
  }

  private static void assertRefused(String name, double bound, String why) {
    assertThatThrownBy(() -> Criteria.defaults().with(name, bound))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void shouldExitAsTheContractSays() {
    assertThat(Status.PASS.exitCode()).isZero();
    assertThat(Status.FAIL.exitCode()).isEqualTo(1);
    assertThat(Status.INCONCLUSIVE.exitCode()).isEqualTo(2);
  }
}
