package dev.nacoscapacity.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadTest {

  private static final Duration SECOND = Duration.ofMillis(1_001);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClients HTTP = new HttpClients(OptionalInt.of(7), 3, SECOND);
  private static final GrpcClients GRPC =
      new GrpcClients(ClientModel.JAVA_2X, 2, ConfigConnections.PER_CLIENT, SECOND);

  private static Workload workload(Clients clients, Shard shard) {
    return new Workload(
        new Population(100, 7, "capacity-x", "capacity", shard),
        clients,
        new Timing(
            SECOND, SECOND, SECOND, SECOND, Phase.BURST, SECOND, SECOND, SECOND, SECOND, List.of()),
        TokenScope.PER_CLIENT,
        7,
        9,
        2);
  }

  static Stream<Workload> all() {
    List<Clients> clients =
        List.of(HTTP, HttpClients.USUAL, GRPC, new MixedClients(0.3, SECOND, GRPC));
    Stream<Workload> fleets =
        Stream.of(Shard.WHOLE, new Shard(2, 3))
            .flatMap(shard -> clients.stream().map(each -> workload(each, shard)));
    Workload fleet = workload(GRPC, Shard.WHOLE);
    Stream<Workload> rates =
        Stream.of(ApiRate.Api.values())
            .map(api -> new ApiRate(api, 2.5, api == ApiRate.Api.REGISTER))
            .map(
                rate ->
                    fleet.withPopulation(
                        fleet
                            .population()
                            .withTraffic(fleet.population().traffic().withRate(rate))));
    return Stream.concat(fleets, rates);
  }

  /** What no client does has no period. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldReadWhatItWrote(Workload workload) throws Exception {
    Workload read = JSON.readValue(JSON.writeValueAsString(workload), Workload.class);

    boolean list = workload.clients().list();
    assertThat(read)
        .isEqualTo(
            list ? workload : workload.withTiming(workload.timing().withList(Duration.ZERO)));
  }

  @Test
  void shouldReadTheStagesThatItWrote() throws Exception {
    Workload growing =
        workload(HTTP, Shard.WHOLE)
            .withTiming(
                Timing.USUAL.withStages(
                    List.of(new Stage(50, SECOND), new Stage(100, Timing.USUAL.duration()))));

    String json = JSON.writeValueAsString(growing);

    assertThat(json)
        .contains(
            "\"stages\":[{\"instances\":50,\"seconds\":1.001},{\"instances\":100,\"seconds\":60.0}]");
    assertThat(JSON.readValue(json, Workload.class)).isEqualTo(growing);
  }

  @Test
  void shouldSayOneThingInEachField() {
    JsonNode http = JSON.valueToTree(workload(HTTP, Shard.WHOLE));
    JsonNode grpc = JSON.valueToTree(workload(GRPC, Shard.WHOLE));

    assertThat(http.get("connections").intValue()).isEqualTo(7);
    assertThat(http.get("udpSubscribers").intValue()).isEqualTo(3);
    assertThat(http.has("subscribe")).isFalse();
    assertThat(grpc.has("connections")).isFalse();
    assertThat(grpc.get("grpcConnections").intValue()).isEqualTo(200);
    assertThat(grpc.get("subscribe").intValue()).isEqualTo(2);
    assertThat(grpc.get("configConnections").textValue()).isEqualTo("per-client");
  }

  /** Each client over gRPC has a connection, and one of each service listens on another. */
  @Test
  void shouldCountConnectionsByWhatClientsSpeak() {
    GrpcClients one = new GrpcClients(ClientModel.POLLING, 0, ConfigConnections.SERVICE, SECOND);
    Workload both =
        workload(new MixedClients(0.3, HttpClients.DEFAULT_CALL_TIMEOUT, one), Shard.WHOLE)
            .withInstances(1_000, 100);

    assertThat(workload(one, Shard.WHOLE).grpcConnections()).isEqualTo(107);
    assertThat(workload(HTTP, Shard.WHOLE).connections()).hasValue(7);
    assertThat(workload(HttpClients.USUAL, Shard.WHOLE).connections()).isEmpty();
    assertThat(both.grpcConnections()).isEqualTo(300 + 30);
    assertThat(both.httpListeners()).isEqualTo(70);
    assertThat(both.split(4).stream().mapToInt(Workload::grpcConnections).sum()).isEqualTo(330);
  }
}
