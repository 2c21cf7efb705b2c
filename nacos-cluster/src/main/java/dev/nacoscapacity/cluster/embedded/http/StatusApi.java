package dev.nacoscapacity.cluster.embedded.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.config.LongPolls;
import dev.nacoscapacity.cluster.embedded.push.PushService;
import dev.nacoscapacity.cluster.embedded.registry.Members;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;

/** How the node and the cluster are: members, counts, gauges. None of it asks for a token. */
final class StatusApi {

  private static final int RAFT_PORT_BELOW = 1000;

  private final NamingNode node;
  private final LongPolls polls;
  private final PushService push;
  private final ConfigStore configs;
  private final IntSupplier connections;
  private final IntSupplier grpcConnections;

  StatusApi(
      NamingNode node,
      LongPolls polls,
      PushService push,
      ConfigStore configs,
      IntSupplier connections,
      IntSupplier grpcConnections) {
    this.node = node;
    this.polls = polls;
    this.push = push;
    this.configs = configs;
    this.connections = connections;
    this.grpcConnections = grpcConnections;
  }

  void nodes(HttpExchange exchange) {
    Members members = node.members();
    ObjectNode answer = Json.object().put("code", 200).putNull("message");
    ArrayNode data = answer.putArray("data");
    for (int member = 0; member < members.count(); member++) {
      String address = members.address(member);
      int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
      ObjectNode one = data.addObject();
      one.put("ip", address.substring(0, address.indexOf(':')));
      one.put("port", port);
      one.put("state", members.state(member).name());
      ObjectNode info = one.putObject("extendInfo");
      info.put("adWeight", "0");
      info.put("lastRefreshTime", node.loop().millis());
      raft(info.putObject("raftMetaData").putObject("metaDataMap"), members);
      info.put("raftPort", String.valueOf(port - RAFT_PORT_BELOW));
      info.put("site", "unknow");
      info.put("version", "1.4.1");
      info.put("weight", "1");
      one.put("address", address);
      one.put("failAccessCnt", members.failures(member));
    }
    exchange.json(answer.toString());
  }

  private static void raft(ObjectNode groups, Members members) {
    ObjectNode naming = groups.putObject("naming_persistent_service");
    int leader = members.leader();
    naming.put("leader", leader < 0 ? "" : raftAddress(members.address(leader)));
    ArrayNode group = naming.putArray("raftGroupMember");
    for (int member = 0; member < members.count(); member++) {
      group.add(raftAddress(members.address(member)));
    }
    naming.put("term", 1);
  }

  private static String raftAddress(String address) {
    int colon = address.indexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1)) - RAFT_PORT_BELOW;
    return address.substring(0, colon + 1) + port;
  }

  void metrics(HttpExchange exchange) {
    Counts counts = count();
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    exchange.json(
        Json.object()
            .put("status", "UP")
            .put("serviceCount", counts.services)
            .put("instanceCount", counts.instances)
            .put("raftNotifyTaskCount", 0)
            .put("responsibleServiceCount", counts.ownServices)
            .put("responsibleInstanceCount", counts.ownInstances)
            .put("cpu", system.getCpuLoad())
            .put("load", system.getSystemLoadAverage())
            .put("mem", 1 - (double) system.getFreeMemorySize() / system.getTotalMemorySize())
            .toString());
  }

  void namespaces(HttpExchange exchange) {
    ObjectNode answer = Json.object().put("code", 200).putNull("message");
    answer
        .putArray("data")
        .addObject()
        .put("namespace", "")
        .put("namespaceShowName", "public")
        .put("quota", 200)
        .put("configCount", configs.count(""))
        .put("type", 0);
    exchange.json(answer.toString());
  }

  void prometheus(HttpExchange exchange) {
    Counts counts = count();
    boolean leader = node.members().leader() == node.members().self();
    Gauges gauges =
        new Gauges()
            .monitor("naming", "serviceCount", counts.services)
            .monitor("naming", "ipCount", counts.instances)
            .monitor("naming", "totalPush", push.pushed())
            .monitor("naming", "failedPush", push.failed())
            .monitor("naming", "leaderStatus", leader ? 1 : 0)
            .monitor("config", "longPolling", polls.held())
            .monitor("core", "longConnection", grpcConnections.getAsInt())
            .jvm()
            .connections(connections.getAsInt());
    exchange.text(200, gauges.toString());
  }

  private Counts count() {
    Counts counts = new Counts();
    for (Service service : node.registry().services()) {
      boolean own = node.members().responsible(service.key().name());
      counts.services++;
      counts.instances += service.instances().size();
      counts.ownServices += own ? 1 : 0;
    }
    counts.ownInstances = node.answersFor();
    return counts;
  }

  private static final class Counts {
    private int services;
    private int instances;
    private int ownServices;
    private int ownInstances;
  }
}
