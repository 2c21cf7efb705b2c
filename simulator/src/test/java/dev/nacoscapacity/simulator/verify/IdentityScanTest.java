package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityScanTest {

  private static final String FIRST = "{\"ip\":\"198.18.0.0\",\"port\":8080,\"healthy\":true}";
  private static final String THIRD =
      "{\"healthy\":false,\"metadata\":{\"healthy\":\"true\",\"ip\":\"x\"},"
          + "\"port\":8080,\"ip\":\"198.18.0.2\"}";

  private final Fleet fleet = Workloads.fleet(8, 2);

  @Test
  void shouldNameTheListedInstances() {
    IdentityScan scan = scan(FIRST + "," + THIRD).orElseThrow();
    assertThat(scan.isPresent(0)).isTrue();
    assertThat(scan.isHealthy(0)).isTrue();
    assertThat(scan.isPresent(2)).isTrue();
    assertThat(scan.isHealthy(2)).isFalse();
    assertThat(scan.isPresent(4)).isFalse();
    assertThat(scan.present()).isEqualTo(2);
    assertThat(scan.healthy()).isEqualTo(1);
    assertThat(scan.strangers()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // of the other service, past the fleet's end, twice, and no addresses of ours at all
        "{\"ip\":\"198.18.0.1\",\"port\":8080,\"healthy\":true}",
        "{\"ip\":\"198.18.0.8\",\"port\":8080,\"healthy\":true}",
        FIRST + "," + FIRST,
        "{\"ip\":\"198.18.0.0\",\"port\":8081,\"healthy\":true}",
        "{\"ip\":\"10.0.0.1\",\"port\":8080,\"healthy\":true}",
        "{\"ip\":\"198.18.0\",\"port\":8080}",
        "{\"ip\":\"198.18.0.0.\",\"port\":8080}",
        "{\"ip\":\"198.18.0.256\",\"port\":8080}",
        "{\"ip\":\"198.18.0.99999999999999999999\",\"port\":8080}",
        "{\"ip\":\"orders.example\",\"port\":8080}",
        "{\"ip\":null,\"port\":null}",
        "{\"ip\":\"198.18.0.0\"}",
        "{}"
      })
  void shouldCountHostsOfOthersAsStrangers(String host) {
    IdentityScan scan = scan(host).orElseThrow();
    assertThat(scan.strangers()).isEqualTo(1);
  }

  @Test
  void shouldReadOnlyTopLevelHosts() {
    String body = "{\"a\":{\"hosts\":[" + FIRST + "]},\"b\":[[" + FIRST + "]],\"hosts\":[[],1]}";
    IdentityScan scan = read(body).orElseThrow();
    assertThat(scan.present()).isZero();
    assertThat(scan.strangers()).isZero();
  }

  @Test
  void shouldCountNoneHealthyWhenTheServerListsUnhealthyOnesAsHealthy() {
    String body = "{\"hosts\":[" + FIRST + "],\"reachProtectionThreshold\":true}";
    IdentityScan scan = read(body).orElseThrow();
    assertThat(scan.isPresent(0)).isTrue();
    assertThat(scan.healthy()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "server is DOWN",
        "[]",
        "{\"status\":500}",
        "{\"hosts\":null}",
        "{\"hosts\":[",
        "{\"hosts\":[]",
        "{\"hosts\":[]}]"
      })
  void shouldReadNothingWhenTheListIsIncomplete(String body) {
    assertThat(read(body)).isEmpty();
  }

  /** A modelled registry's answer, which is no text. */
  @Test
  void shouldReadAnyListing() {
    IdentityScan scan =
        IdentityScan.of(
                fleet,
                0,
                (instances, hosts) -> {
                  hosts.host(0, true);
                  hosts.host(2, false);
                  hosts.host(2, true);
                  hosts.host(1, true);
                  hosts.host(-1, true);
                  return true;
                })
            .orElseThrow();

    assertThat(scan.present()).isEqualTo(2);
    assertThat(scan.isHealthy(0)).isTrue();
    assertThat(scan.isHealthy(2)).isFalse();
    assertThat(scan.strangers()).as("twice, of another service, nobody's").isEqualTo(3);
  }

  @Test
  void shouldReadNothingWhenAListingIsNone() {
    assertThat(IdentityScan.of(fleet, 0, (instances, hosts) -> false)).isEmpty();
  }

  private Optional<IdentityScan> scan(String hosts) {
    return read("{\"name\":\"run-0000\",\"hosts\":[" + hosts + "],\"metadata\":{}}");
  }

  private Optional<IdentityScan> read(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return IdentityScan.of(fleet, 0, new JsonListing(bytes));
  }
}
