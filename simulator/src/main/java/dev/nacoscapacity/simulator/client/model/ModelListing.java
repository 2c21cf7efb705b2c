package dev.nacoscapacity.simulator.client.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.embedded.registry.Service;
import java.util.stream.Collectors;

final class ModelListing {
  static byte[] json(Service s) {
    return (s == null
            ? java.util.List.<dev.nacoscapacity.cluster.embedded.registry.InstanceState>of()
            : s.instances())
        .stream()
            .map(
                i ->
                    "{\"ip\":\"%s\",\"port\":%d,\"healthy\":%s}"
                        .formatted(i.spec().key().ip(), i.spec().key().port(), i.healthy()))
            .collect(Collectors.joining(",", "{\"hosts\":[", "]}"))
            .getBytes(UTF_8);
  }
}
