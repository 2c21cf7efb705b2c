package dev.nacoscapacity.simulator.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NamedInstancesTest {

  private static final Fleet FLEET = Workloads.fleet("orders", 1000, 10, new Shard(2, 2));

  @Test
  void shouldFindWhatAScanByIdentityFinds() {
    Random random = new Random(7);
    NamedInstances listing = new NamedInstances();
    for (int round = 0; round < 50; round++) {
      int service = random.nextInt(FLEET.services());
      List<Instance> hosts = new ArrayList<>();
      for (int position = 0; position < FLEET.sizeOf(service); position++) {
        if (random.nextBoolean()) {
          hosts.add(host(FLEET.instanceOf(service, position)));
        }
      }
      byte[] list = GrpcMessages.json(info(hosts));
      IdentityScan scan = IdentityScan.of(FLEET, service, new JsonListing(list)).orElseThrow();
      byte[] push =
          GrpcMessages.json(
              new NotifySubscriberRequest("1", "n", "s", "DEFAULT_GROUP", info(hosts)));

      IdentityScan identityScan =
          IdentityScan.of(FLEET, service, listing.over(push, 0, push.length)).orElseThrow();

      assertThat(identityScan.present()).isEqualTo(scan.present());
      assertThat(identityScan.strangers()).isZero();
      for (int position = 0; position < FLEET.sizeOf(service); position++) {
        int instance = FLEET.instanceOf(service, position);
        assertThat(identityScan.isPresent(instance)).isEqualTo(scan.isPresent(instance));
      }
    }
  }

  @Test
  void shouldNameStrangersAndSkipATruncatedHost() {
    String json =
        "{\"hosts\":[{\"ip\":\"10.0.0.1\",\"port\":80},{\"ip\":\"%s\",\"port\":%d},{\"ip\":\"198."
            .formatted(FLEET.ip(12), FLEET.port(12));
    byte[] bytes = json.getBytes(UTF_8);
    List<Integer> names = new ArrayList<>();
    boolean whole =
        new NamedInstances()
            .over(bytes, 0, bytes.length)
            .read(FLEET, (instance, healthy) -> names.add(instance));

    assertThat(whole).isTrue();
    assertThat(names).containsExactly(-1, 12);
  }

  private static Instance host(int instance) {
    return Instance.of(null, FLEET.ip(instance), FLEET.port(instance), 1, "DEFAULT", "s", Map.of());
  }

  private static ServiceInfo info(List<Instance> hosts) {
    return new ServiceInfo("s", "DEFAULT_GROUP", "", 10_000, hosts, 1, "", false, false, true);
  }
}
