package dev.nacoscapacity.cluster.embedded.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.InstanceState;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code hosts} of list answers, field by field as Nacos 1.4.1's {@code InstanceController}
 * writes them, cached until the service changes. Confined to the node's thread.
 */
final class HostList implements AutoCloseable {

  private final Map<Service, CachedLists> cached = new HashMap<>();

  /**
   * The array in JSON, for the caller to release.
   *
   * @param clusters to list, separated by commas; empty for all
   * @param grouped whether hosts carry the grouped service name, as Java clients expect it
   */
  ByteBuf hosts(Service service, String clusters, boolean healthyOnly, boolean grouped) {
    if (!clusters.isEmpty()) {
      return write(service, List.of(clusters.split(",")), healthyOnly, grouped);
    }
    CachedLists lists = cached.computeIfAbsent(service, s -> new CachedLists());
    if (lists.version != service.version()) {
      lists.release();
      lists.version = service.version();
    }
    int variant = (healthyOnly ? 1 : 0) + (grouped ? 2 : 0);
    if (lists.variants[variant] == null) {
      lists.variants[variant] = write(service, List.of(), healthyOnly, grouped);
    }
    return lists.variants[variant].retainedDuplicate();
  }

  private static ByteBuf write(
      Service service, List<String> clusters, boolean healthyOnly, boolean grouped) {
    List<InstanceState> chosen =
        clusters.isEmpty()
            ? List.copyOf(service.instances())
            : service.instances().stream()
                .filter(state -> clusters.contains(state.spec().key().cluster()))
                .toList();
    // With none healthy Nacos calls all of them healthy: the protect threshold, 0, is reached.
    boolean protect = chosen.stream().noneMatch(InstanceState::healthy);
    String name = service.key().name();
    String shown = grouped ? name : name.substring(name.indexOf(Http.GROUP_SEPARATOR) + 2);
    ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(64 + 256 * chosen.size());
    try (JsonGenerator json =
        Json.MAPPER.createGenerator((OutputStream) new ByteBufOutputStream(out))) {
      json.writeStartArray();
      for (InstanceState state : chosen) {
        boolean healthy = protect || state.healthy();
        if (state.spec().enabled() && (healthy || !healthyOnly)) {
          writeHost(json, state.spec(), healthy, shown);
        }
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  private static void writeHost(
      JsonGenerator json, InstanceSpec spec, boolean healthy, String service) throws IOException {
    json.writeStartObject();
    json.writeStringField("ip", spec.key().ip());
    json.writeNumberField("port", spec.key().port());
    json.writeBooleanField("valid", healthy);
    json.writeBooleanField("healthy", healthy);
    json.writeBooleanField("marked", false);
    json.writeStringField("instanceId", spec.instanceId());
    json.writeObjectFieldStart("metadata");
    for (Map.Entry<String, String> entry : spec.metadata().entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
    json.writeBooleanField("enabled", spec.enabled());
    json.writeNumberField("weight", spec.weight());
    json.writeStringField("clusterName", spec.key().cluster());
    json.writeStringField("serviceName", service);
    json.writeBooleanField("ephemeral", spec.ephemeral());
    json.writeEndObject();
  }

  @Override
  public void close() {
    cached.values().forEach(CachedLists::release);
    cached.clear();
  }

  private static final class CachedLists {
    private final ByteBuf[] variants = new ByteBuf[4];
    private long version = -1;

    private void release() {
      for (ByteBuf variant : variants) {
        if (variant != null) {
          variant.release();
        }
      }
      Arrays.fill(variants, null);
    }
  }
}
