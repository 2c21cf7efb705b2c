package dev.nacoscapacity.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CriteriaTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldHoldTheBoundsOfTheDesignByDefault() {
    assertThat(new TreeMap<>(Criteria.defaults().bounds()))
        .hasToString(
            "{achievedShare=0.99, beatGapMs=10000.0, beatP99Ms=1000.0, contentionShare=0.1,"
                + " divergent=0.0, dropped=0.0, failedShare=0.001, gcPauseMs=500.0, lagP99Ms=100.0,"
                + " minWindowSeconds=60.0, missing=0.0, neverAppeared=0.0, stale=0.0,"
                + " undeliveredChanges=0.0, unhealthy=0.0, unknown=0.0, unknownInstanceBeats=0.0}");
  }

  @Test
  void shouldNameABoundOfEveryOperationByItsFigure() {
    assertThat(Criterion.byName())
        .containsKeys(
            ("beatAchievedShare listFailedShare listenMaxMs scrapeP50Ms connectP99Ms"
                    + " loginFailedShare registerFailedShare subscribeP999Ms deregisterMaxMs"
                    + " pushDelayP99Ms changeDelayP99Ms configChangeDelayP99Ms")
                .split(" "))
        .doesNotContainKeys(
            ("registerAchievedShare pushDelayFailedShare changeDelayFailedShare sweepP99Ms")
                .split(" "));
  }

  @Test
  void shouldPreferAnOperationsOwnBoundToThatOfAll() {
    Criteria own = Criteria.defaults().with("listFailedShare", 0.5);

    assertThat(own.of("list", CallFigure.FAILED_SHARE).map(Criterion::name))
        .hasValue("listFailedShare");
    assertThat(own.of("beat", CallFigure.FAILED_SHARE).map(Criterion::name))
        .hasValue("failedShare");
    assertThat(own.of("beat.http", CallFigure.P99).map(Criterion::name)).hasValue("beatP99Ms");
    assertThat(own.of("list", CallFigure.P99)).isEmpty();
  }

  @Test
  void shouldSurviveAJsonRoundTrip() throws JsonProcessingException {
    Criteria criteria = Criteria.defaults().with("listP99Ms", 0.5).with("missing", 3);
    Verdict verdict = new Verdict(Status.PASS, List.of(), criteria.with("beatP99Ms", 1_000));

    String json = JSON.writeValueAsString(criteria);

    assertThat(json).contains("\"listP99Ms\":0.5", "\"missing\":3,", "\"achievedShare\":0.99");
    assertThat(JSON.readValue(json, Criteria.class)).isEqualTo(criteria);
    assertThat(JSON.readValue(JSON.writeValueAsString(verdict), Verdict.class))
        .as("with what was asked for, though it equals a default")
        .isEqualTo(verdict);
    assertThat(JSON.readValue("{\"ofALaterVersion\":1}", Criteria.class))
        .isEqualTo(Criteria.defaults());
  }

  @Test
  void shouldListTheBoundsThatWereAskedFor() {
    assertThat(Criteria.defaults().askedBounds()).isEmpty();
    assertThat(Criteria.defaults().with("listP99Ms", 500).with("beatP99Ms", 1_000).askedBounds())
        .as("one that equals its default, too")
        .containsExactly(Map.entry("beatP99Ms", 1_000L), Map.entry("listP99Ms", 500L));
  }

  @ParameterizedTest
  @CsvSource({
    "achievedShare, 99, 0 to 1",
    "loginFailedShare, 1.1, 0 to 1",
    "missing, -1, negative",
    "listP99Ms, NaN, negative",
    "beatGapMs, 86400001, 0 to 86400000",
    "beatGapMs, 3e9, 0 to 86400000",
    "beatGapMs, Infinity, 0 to 86400000"
  })
  void shouldRefuseWhatIsNoBound(String name, double bound, String range) {
    assertThatThrownBy(() -> Criteria.defaults().with(name, bound))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(name, range, Double.toString(bound));
  }

  @Test
  void shouldExitAsTheContractSays() {
    assertThat(Status.PASS.exitCode()).isZero();
    assertThat(Status.FAIL.exitCode()).isEqualTo(1);
    assertThat(Status.INCONCLUSIVE.exitCode()).isEqualTo(2);
  }
}
