package dev.nacoscapacity.simulator.shards;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.MetadataListing;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.workload.Population;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The entries as ephemeral instances of a service of their own, in the run's namespace. Their
 * addresses are invented: two processes never have the same one. A node that fails is left for the
 * next one.
 */
final class RegistryBoard implements ShardBoard {

  private static final int OCTET = 0xff;

  private final List<AdminClient> nodes;
  private final String namespace;
  private final Time time;
  private int current;
  private Optional<Machine.Clock> clock = Optional.empty();

  /**
   * @param nodes in the same order for each shard, so that all call the same one
   */
  RegistryBoard(List<AdminClient> nodes, String namespace, Time time) {
    this.nodes = List.copyOf(nodes);
    this.namespace = namespace;
    this.time = time;
  }

  @Override
  public void put(ShardEntry own) {
    String metadata = json(own);
    onNode(
        node -> {
          node.register(namespace, Population.SHARDS_SERVICE, ip(own), port(own), metadata);
          return node;
        });
  }

  private static String json(ShardEntry own) {
    try {
      return ShardMessage.JSON.writeValueAsString(own.metadata());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + own, e);
    }
  }

  @Override
  public List<ShardEntry> list() {
    Instant sent = time.timeOfDay();
    MetadataListing listing =
        onNode(node -> node.metadata(namespace, Population.SHARDS_SERVICE));
    // The clocks of other nodes are others.
    if (current == 0) {
      listing.time().map(told -> Machine.Clock.of(sent, told, time.timeOfDay())).ifPresent(this::add);
    }
    return listing.instances().stream().map(ShardEntry::parse).flatMap(Optional::stream).toList();
  }

  private void add(Machine.Clock next) {
    if (clock.filter(best -> best.uncertaintyMs() <= next.uncertaintyMs()).isEmpty()) {
      clock = Optional.of(next);
    }
  }

  @Override
  public void remove(ShardEntry own) {
    onNode(
        node -> {
          node.deregister(namespace, Population.SHARDS_SERVICE, ip(own), port(own));
          return node;
        });
  }

  @Override
  public Optional<Machine.Clock> clock() {
    return clock;
  }

  private <T> T onNode(Function<AdminClient, T> call) {
    try {
      return call.apply(nodes.get(current));
    } catch (AdminException e) {
      current = (current + 1) % nodes.size();
      throw e;
    }
  }

  private static String ip(ShardEntry own) {
    int number = own.nonce().hashCode();
    return "10.%d.%d.%d".formatted(number >> 16 & OCTET, number >> 8 & OCTET, number & OCTET);
  }

  private static int port(ShardEntry own) {
    return own.shard().index();
  }
}
