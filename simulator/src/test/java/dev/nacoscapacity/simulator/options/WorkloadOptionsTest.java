package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadOptionsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--services=7 --namespace=other --seed=42 --phase=burst --subscribe=3",
        "--beat=1500ms --list=1h --listen=11s --scrape=0s --warmup=90s --duration=2m",
        "--ramp=20s --registration-grace=3s",
        "--connections=100 --call-timeout=2s --login=per-client",
        "--connections=per-client",
        "--protocol=grpc --subscribe=2",
        "--protocol=grpc --config-connections=per-client",
        "--protocol=grpc --client-model=java-2x",
        "--protocol=grpc --client-model=java-2x --config-connections=per-client --listen=1s",
        "--protocol=grpc --services=50",
      })
  void shouldRecordWhatWasAskedFor(String options) {
    Workload original = settings(("--instances=50 " + options).strip().split(" "));

    assertThat(JSON.convertValue(JSON.valueToTree(original), Workload.class)).isEqualTo(original);
  }

  @Test
  void shouldAskForTheBoundsThatDifferAlone() {
    Criteria other = Criteria.defaults().withMinWindow(Duration.ofSeconds(2));

    assertThat(CriteriaOptions.arguments(Criteria.defaults())).isEmpty();
    List<String> args = CriteriaOptions.arguments(other);

    assertThat(args).containsExactly("--criteria=minWindowSeconds=2");
    CriteriaOptions options = new CriteriaOptions();
    parse(options, args.toArray(String[]::new));
    assertThat(options.criteria()).isEqualTo(other);
  }

  /** As a class of a profile with such beats, whose gaps and timeouts follow from it. */
  @Test
  void shouldGiveABeatOfTheOptionsToEachClass() {
    assertThat(beatsRarer("--instances=1", "--beat=20s")).isEqualTo(4);
    assertThat(beatsRarer("--instances=1")).isEqualTo(1);
  }

  private static double beatsRarer(String... args) {
    return settings(args).population().traffic().classes().get(0).beatsRarer();
  }

  private static Workload settings(String... args) {
    WorkloadOptions options = new WorkloadOptions();
    parse(options, args);
    return options.workload(
        options.instances(), Duration.ZERO, true, InstantSource.fixed(Instant.EPOCH));
  }

  private static void parse(Object into, String... args) {
    Conventions.parser(into).parseArgs(args);
  }
}
