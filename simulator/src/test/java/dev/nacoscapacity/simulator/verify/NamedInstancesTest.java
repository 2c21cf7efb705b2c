package dev.nacoscapacity.simulator.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.grpc.Message.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.Message.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NamedInstancesTest {

  private static final Fleet FLEET = new Fleet(1000, 10, "orders", new Shard(2, 2));

  @Test
  void shouldFindWhatTheScanByIdentityFinds() {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      int service = random.nextInt(FLEET.services());
      List<Instance> hosts = new ArrayList<>();
      for (int position = 0; position < FLEET.sizeOf(service); position++) {
        if (random.nextBoolean()) {
          hosts.add(host(FLEET.instanceOf(service, position)));
        }
      }
      byte[] list = Messages.json(info(hosts));
      IdentityScan scan = IdentityScan.of(FLEET, service, list, 0, list.length).orElseThrow();
      byte[] push =
          Messages.json(new NotifySubscriberRequest("1", "n", "s", "DEFAULT_GROUP", info(hosts)));

      BitSet found = new BitSet();
      NamedInstances.read(FLEET, service, push, 0, push.length, found);

      assertThat(found.cardinality()).isEqualTo(scan.present());
      for (int position = 0; position < FLEET.sizeOf(service); position++) {
        assertThat(found.get(position))
            .isEqualTo(scan.isPresent(FLEET.instanceOf(service, position)));
      }
    }
  }

  @Test
  void shouldPassOverStrangersAndWhatIsCutOff() {
    String json =
        "{\"hosts\":[{\"ip\":\"10.0.0.1\",\"port\":80},{\"ip\":\"%s\",\"port\":%d},{\"ip\":\"198."
            .formatted(FLEET.ip(12), FLEET.port(12));
    byte[] bytes = json.getBytes(UTF_8);
    BitSet found = new BitSet();
    NamedInstances.read(FLEET, FLEET.serviceOf(12), bytes, 0, bytes.length, found);

    assertThat(found.cardinality()).isEqualTo(1);
  }

  private static Instance host(int instance) {
    return Instance.of(null, FLEET.ip(instance), FLEET.port(instance), 1, "DEFAULT", "s", Map.of());
  }

  private static ServiceInfo info(List<Instance> hosts) {
    return new ServiceInfo("s", "DEFAULT_GROUP", "", 10_000, hosts, 1, "", false, false, true);
  }
}
