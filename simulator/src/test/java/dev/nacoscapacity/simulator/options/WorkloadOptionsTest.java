package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadOptionsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Each option sets the field of the record that tells it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --services=7 | instances=50 services=7 protocol=http beatSeconds=5.0 login=shared
          --namespace=other --seed=42 | namespace=other seed=42
          --arrivals=burst --subscribe=3 | phase=burst udpSubscribers=3
          --beat=1500ms --list=1h --listen=11s | beatSeconds=1.5 listSeconds=3600.0 listenSeconds=11.0
          --warmup=90s --duration=2m | scrapeSeconds=15.0 warmupSeconds=90.0 durationSeconds=120.0
          --ramp=20s --registration-grace=3s | rampSeconds=20.0 registrationGraceSeconds=3.0
          --connections=100 --call-timeout=2s | connections=100 callTimeoutSeconds=2.0
          --connections=per-client --login=per-client | connections=50 login=per-client
          --protocol=grpc --subscribe=2 --services=5 | subscribe=2 clientModel=polling grpcConnections=55
          --protocol=grpc --config-connections=per-client | configConnections=per-client grpcConnections=100
          --protocol=grpc --client-model=java-2x | clientModel=java-2x subscribe=1
          --protocol=http=0.4,grpc=0.6 --call-timeout=2s | protocol=http=0.4,grpc=0.6 callTimeoutSeconds=2.0
          """)
  void shouldRecordItsOptions(String options, String expected) {
    Workload original = settings(("--instances=50 " + options).split(" "));

    JsonNode fields = JSON.valueToTree(original);

    for (String field : expected.split(" ")) {
      String[] parts = field.split("=", 2);
      assertThat(fields.path(parts[0]).asText()).as(parts[0]).isEqualTo(parts[1]);
    }
    assertThat(JSON.convertValue(fields, Workload.class)).isEqualTo(original);
  }

  @Test
  void shouldPassOnOnlyTheBoundsThatDiffer() {
    Criteria other = Criteria.defaults().withMinWindow(Duration.ofSeconds(2));

    assertThat(ThresholdOptions.arguments(Criteria.defaults().thresholds())).isEmpty();
    List<String> args = ThresholdOptions.arguments(other.thresholds());

    assertThat(args).containsExactly("--threshold=window>=2s");
    ThresholdOptions options = new ThresholdOptions();
    parse(options, args.toArray(String[]::new));
    assertThat(options.criteria(Criteria.defaults())).isEqualTo(other);
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
