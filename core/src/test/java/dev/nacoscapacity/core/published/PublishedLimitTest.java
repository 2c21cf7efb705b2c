package dev.nacoscapacity.core.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedLimitTest {

  /** The beats and lists of {@link Runs#good}. */
  private static final double CALLS = 18_000;

  private static RunRecord predicted(
      String version, String protocol, String auth, double cores, double rate) {
    Prediction prediction = Prediction.of("m", "ab", "c", "cd").withCores(cores);
    RunRecord good = Runs.good();
    return good.with()
        .target(
            Target.model(version, !auth.equals("off"), auth.endsWith("cached"), null, prediction))
        .workload(Runs.over(protocol, good.workload()))
        .windowSeconds(CALLS / rate)
        .build();
  }

  /** The rates are of 7302: with auth 14,000 failed, without it 30,000. */
  @ParameterizedTest
  @CsvSource({
    "on,         80, 18000, PASS, published.contradicts",
    "on,         80, 14001, PASS, published.contradicts",
    "on,         80, 13999, PASS, published.nearest",
    "on,         81, 18000, PASS, published.nearest",
    "on,         80, 18000, FAIL, published.nearest",
    "on,         80, 18000, INCONCLUSIVE, published.nearest",
    "off,        80, 29999, PASS, published.nearest",
    "off,        80, 30001, PASS, published.contradicts",
    "'on, cached', 80, 50000, PASS, published.nearest",
    "off,        12, 12000, PASS, published.contradicts"
  })
  void shouldContradictAPassThatAClusterOfNoFewerCoresFailed(
      String auth, double cores, double rate, Status status, String code) {
    Optional<Message> beside =
        PublishedLimit.beside(predicted("1.4.1", "http", auth, cores, rate), status);

    assertThat(beside).map(Message::code).contains(code);
  }

  @Test
  void shouldShowTheSmallestFailureAndTheLargestLoadThatWasHeldInRequests() {
    Map<String, Object> arguments =
        PublishedLimit.beside(predicted("1.4.1", "http", "on", 80, 18_000), Status.PASS)
            .orElseThrow()
            .arguments();

    assertThat(arguments(arguments, "failed"))
        .containsEntry("rate", 14_000.0)
        .containsEntry("instances", 35_000L)
        .containsEntry("threads", 700L);
    assertThat(arguments(arguments, "held"))
        .containsEntry("rate", 14_000.0)
        .containsEntry("threads", 1_200L);
    assertThat(arguments).containsEntry("rate", 18_000.0).containsEntry("nodes", 5L);
  }

  @ParameterizedTest
  @CsvSource({"12, 3", "7, 3", "80, 5"})
  void shouldShowTheClusterOfTheMostSimilarCores(double cores, long nodes) {
    assertThat(
            PublishedLimit.beside(predicted("1.4.1", "http", "off", cores, 10), Status.PASS)
                .orElseThrow()
                .arguments())
        .containsEntry("nodes", nodes);
  }

  @ParameterizedTest
  @CsvSource({"2.2.4, grpc, on", "3.1.0, grpc, off", "2.2.4, http, off"})
  void shouldSayNothingOfASettingThatNobodyPublished(String version, String protocol, String auth) {
    assertThat(PublishedLimit.beside(predicted(version, protocol, auth, 80, 100), Status.PASS))
        .isEmpty();
  }

  @Test
  void shouldStandBesideAPredictionOnly() {
    assertThat(PublishedLimit.beside(predicted("2.2.4", "grpc", "off", 12, 100), Status.PASS))
        .isPresent();
    assertThat(PublishedLimit.beside(Runs.good(), Status.PASS)).isEmpty();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> arguments(Map<String, Object> arguments, String name) {
    return (Map<String, Object>) ((Map<String, Object>) arguments.get(name)).get("arguments");
  }
}
