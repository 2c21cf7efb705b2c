package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.Raft;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;

/**
 * State of the node and of the cluster: members, counts, gauges. Over v1 none of it needs a token.
 */
final class StatusApi {

  private final NamingNode node;
  private final ConfigStore configs;
  private final Map<String, DoubleSupplier> gauges = new LinkedHashMap<>();
  private IntSupplier connections = () -> 0;

  StatusApi(NamingNode node, ConfigStore configs) {
    this.node = node;
    this.configs = configs;
    gauge("naming", "serviceCount", this::services);
    gauge("naming", "ipCount", () -> node.registry().hosts());
    gauge("naming", "leaderStatus", () -> members().leader() == members().self() ? 1 : 0);
  }

  StatusApi addTo(Api api) {
    api.addOpen(Http.CLUSTER_NODES, exchange -> exchange.json(old(nodes())));
    api.addOpen(Http.OPERATOR_METRICS, exchange -> exchange.json(metrics().toString()));
    api.addOpen(Http.NAMESPACES, exchange -> exchange.json(old(namespaces(""))));
    api.addOpen(Http.PROMETHEUS, this::prometheus);
    api.add("GET", HttpV3.NODES, exchange -> exchange.success(nodes().toString()));
    api.add("GET", HttpV3.METRICS, exchange -> exchange.success(metricsV3(exchange).toString()));
    api.add(
        "GET",
        HttpV3.NAMESPACES,
        exchange -> exchange.success(namespaces(HttpExchange.DEFAULT_NAMESPACE).toString()));
    return this;
  }

  /** Adds one of Nacos's own gauges to the scrape. */
  StatusApi gauge(String module, String name, DoubleSupplier value) {
    gauges.put("module=\"" + module + "\",name=\"" + name + "\",", value);
    return this;
  }

  /**
   * @param open how many clients' connections are open
   */
  void connections(IntSupplier open) {
    connections = open;
  }

  private Members members() {
    return node.members();
  }

  /** An array in the envelope of v1. */
  private static String old(ArrayNode data) {
    return HttpExchange.envelope(200, null, data.toString());
  }

  private ArrayNode nodes() {
    ArrayNode data = JsonText.MAPPER.createArrayNode();
    int leader = members().leader();
    for (int member = 0; member < members().count(); member++) {
      ObjectNode one = data.addObject();
      one.put("ip", members().ip(member));
      one.put("port", members().port(member));
      one.put("state", members().state(member).name());
      ObjectNode info = one.putObject("extendInfo");
      info.putObject("raftMetaData")
          .putObject("metaDataMap")
          .putObject(Raft.NAMING_GROUP)
          .put("leader", leader < 0 ? "" : raftAddress(leader));
      // Not that of a Nacos: whoever reaches it by its address has to learn what it is.
      info.put("version", ServerVersion.EMBEDDED.toString());
      one.put("address", members().address(member));
    }
    return data;
  }

  private String raftAddress(int member) {
    return members().ip(member) + ":" + Raft.port(members().port(member));
  }

  private ObjectNode metrics() {
    return JsonText.object()
        .put("status", "UP")
        .put("serviceCount", services())
        .put("instanceCount", node.registry().hosts())
        .put("responsibleInstanceCount", node.responsibleInstances());
  }

  private ObjectNode metricsV3(HttpExchange exchange) {
    ObjectNode status = JsonText.object().put("status", "UP");
    if (Boolean.parseBoolean(exchange.param("onlyStatus", "true"))) {
      return status;
    }
    return status
        .put("serviceCount", services())
        .put("instanceCount", node.registry().hosts())
        .put("responsibleClientCount", node.responsibleInstances());
  }

  private ArrayNode namespaces(String publicId) {
    ArrayNode data = JsonText.MAPPER.createArrayNode();
    data.addObject()
        .put("namespace", publicId)
        .put("namespaceShowName", "public")
        .put("quota", 200)
        .put("configCount", configs.count(""))
        .put("type", 0);
    return data;
  }

  /**
   * A scrape answer as Micrometer writes it. The JVM's gauges are of the whole process, which all
   * nodes share; its CPU is left out, since that may be the load generator's.
   */
  private void prometheus(HttpExchange exchange) {
    StringBuilder text = new StringBuilder();
    gauges.forEach((labels, value) -> line(text, "nacos_monitor", labels, value.getAsDouble()));
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long pauses = 0;
    long pauseMillis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      pauses += collector.getCollectionCount();
      pauseMillis += collector.getCollectionTime();
    }
    line(text, "jvm_memory_used_bytes", "area=\"heap\",", heap.getUsed());
    line(text, "jvm_memory_max_bytes", "area=\"heap\",", heap.getMax());
    line(text, "jvm_gc_pause_seconds_count", "", pauses);
    line(text, "jvm_gc_pause_seconds_sum", "", pauseMillis / 1e3);
    line(
        text, "jvm_threads_live_threads", "", ManagementFactory.getThreadMXBean().getThreadCount());
    line(text, "tomcat_connections_current_connections", "", connections.getAsInt());
    exchange.text(200, text);
  }

  private static void line(StringBuilder text, String name, String labels, double value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ').append(value).append('\n');
  }

  private int services() {
    return node.registry().services().size();
  }
}
