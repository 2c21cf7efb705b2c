package dev.nacoscapacity.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
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
            "{achieved=0.99, beat.p99=1000.0, beatGap=10000.0, contention=0.1, divergent=0.0,"
                + " dropped=0.0, failed=0.001, gcPause=500.0, lag.p99=100.0, missing=0.0,"
                + " neverAppeared=0.0, stale=0.0, undeliveredChanges=0.0, unhealthy=0.0,"
                + " unknown=0.0, unknownInstanceBeats=0.0, window=60.0}");
  }

  @Test
  void shouldNameABoundOfEveryOperationByItsFigure() {
    assertThat(Criterion.byName())
        .containsKeys(
            ("beat.achieved list.failed listen.max scrape.p50 connect.p99"
                    + " login.failed register.failed subscribe.p99.9 deregister.max"
                    + " pushDelay.p99 changeDelay.p99 configChangeDelay.p99")
                .split(" "))
        .doesNotContainKeys(
            ("register.achieved pushDelay.failed changeDelay.failed sweep.p99").split(" "));
  }

  @Test
  void shouldPreferAnOperationsOwnBoundToThatOfAll() {
    Criteria own = Criteria.defaults().with("list.failed", 0.5);

    assertThat(own.of("list", CallFigure.FAILED_SHARE).map(Criterion::name))
        .hasValue("list.failed");
    assertThat(own.of("beat", CallFigure.FAILED_SHARE).map(Criterion::name)).hasValue("failed");
    assertThat(own.of("beat.http", CallFigure.P99).map(Criterion::name)).hasValue("beat.p99");
    assertThat(own.of("list", CallFigure.P99)).isEmpty();
  }

  @Test
  void shouldSurviveAJsonRoundTrip() throws JsonProcessingException {
    Criteria criteria = Criteria.defaults().with("list.p99", 0.5).with("missing", 3);
    Verdict verdict = new Verdict(Status.PASS, List.of(), criteria.with("beat.p99", 1_000));

    String json = JSON.writeValueAsString(criteria);

    assertThat(json).contains("\"list.p99\":0.5", "\"missing\":3,", "\"achieved\":0.99");
    assertThat(JSON.readValue(json, Criteria.class)).isEqualTo(criteria);
    assertThat(JSON.readValue(JSON.writeValueAsString(verdict), Verdict.class))
        .as("with what was asked for, though it equals a default")
        .isEqualTo(verdict);
    assertThat(JSON.readValue("{\"ofALaterVersion\":1}", Criteria.class))
        .isEqualTo(Criteria.defaults());
  }

  @Test
  void shouldListTheBoundsThatWereAskedFor() {
    assertThat(Criteria.defaults().thresholds()).isEmpty();
    assertThat(Criteria.defaults().with("list.p99", 500).with("beat.p99", 1_000).thresholds())
        .as("one that equals its default, too")
        .hasToString("[beat.p99<=1000ms, list.p99<=500ms]");
  }

  @ParameterizedTest
  @CsvSource({
    "achieved, 99, 0 to 1",
    "login.failed, 1.1, 0 to 1",
    "missing, -1, negative",
    "list.p99, NaN, negative",
    "beatGap, 86400001, 0 to 86400000",
    "beatGap, 3e9, 0 to 86400000",
    "beatGap, Infinity, 0 to 86400000"
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
