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
 * The hosts of list answers, cached until the service changes. Confined to the node's thread.
 *
 * <p>Source of the fields: Nacos 1.4.1's {@code InstanceController}, and {@code Instance} as 3.1
 * writes it.
 */
final class HostList implements AutoCloseable {

  /** How hosts are written. */
  enum Form {
    /** As v1 does, with the service's plain name. */
    PLAIN,
    /** As v1 does, with the grouped name, as Java clients expect it. */
    GROUPED,
    /** As v3 does, with their real health: there is no protect threshold. */
    V3
  }

  private final Map<Service, CachedLists> cached = new HashMap<>();

  /**
   * The array in JSON, for the caller to release.
   *
   * @param clusters to list, separated by commas; empty for all
   */
  ByteBuf hosts(Service service, String clusters, boolean healthyOnly, Form form) {
    if (!clusters.isEmpty()) {
      return write(service, List.of(clusters.split(",")), healthyOnly, form);
    }
    CachedLists lists = cached.computeIfAbsent(service, s -> new CachedLists());
    if (lists.version != service.version()) {
      lists.release();
      lists.version = service.version();
    }
    int variant = (healthyOnly ? 1 : 0) + 2 * form.ordinal();
    if (lists.variants[variant] == null) {
      lists.variants[variant] = write(service, List.of(), healthyOnly, form);
    }
    return lists.variants[variant].retainedDuplicate();
  }

  private static ByteBuf write(
      Service service, List<String> clusters, boolean healthyOnly, Form form) {
    List<InstanceState> chosen =
        clusters.isEmpty()
            ? List.copyOf(service.instances())
            : service.instances().stream()
                .filter(state -> clusters.contains(state.spec().key().cluster()))
                .toList();
    // With none healthy Nacos calls all of them healthy: the protect threshold, 0, is reached.
    boolean protect = form != Form.V3 && chosen.stream().noneMatch(InstanceState::healthy);
    String name = service.key().name();
    String shown =
        form == Form.PLAIN ? name.substring(name.indexOf(Http.GROUP_SEPARATOR) + 2) : name;
    ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(64 + 256 * chosen.size());
    try (JsonGenerator json =
        Json.MAPPER.createGenerator((OutputStream) new ByteBufOutputStream(out))) {
      json.writeStartArray();
      for (InstanceState state : chosen) {
        boolean healthy = protect || state.healthy();
        if (state.spec().enabled() && (healthy || !healthyOnly)) {
          if (form == Form.V3) {
            writeInstance(json, state.spec(), healthy, shown);
          } else {
            writeHost(json, state.spec(), healthy, shown);
          }
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
    writeMetadata(json, spec);
    json.writeBooleanField("enabled", spec.enabled());
    json.writeNumberField("weight", spec.weight());
    json.writeStringField("clusterName", spec.key().cluster());
    json.writeStringField("serviceName", service);
    json.writeBooleanField("ephemeral", spec.ephemeral());
    json.writeEndObject();
  }

  private static void writeInstance(
      JsonGenerator json, InstanceSpec spec, boolean healthy, String service) throws IOException {
    json.writeStartObject();
    json.writeStringField("instanceId", spec.instanceId());
    json.writeStringField("ip", spec.key().ip());
    json.writeNumberField("port", spec.key().port());
    json.writeNumberField("weight", spec.weight());
    json.writeBooleanField("healthy", healthy);
    json.writeBooleanField("enabled", spec.enabled());
    json.writeBooleanField("ephemeral", spec.ephemeral());
    json.writeStringField("clusterName", spec.key().cluster());
    json.writeStringField("serviceName", service);
    writeMetadata(json, spec);
    json.writeNumberField("instanceHeartBeatInterval", 5000);
    json.writeNumberField("instanceHeartBeatTimeOut", 15000);
    json.writeNumberField("ipDeleteTimeout", 30000);
    json.writeEndObject();
  }

  private static void writeMetadata(JsonGenerator json, InstanceSpec spec) throws IOException {
    json.writeObjectFieldStart("metadata");
    for (Map.Entry<String, String> entry : spec.metadata().entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  @Override
  public void close() {
    cached.values().forEach(CachedLists::release);
    cached.clear();
  }

  private static final class CachedLists {
    private final ByteBuf[] variants = new ByteBuf[2 * Form.values().length];
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
