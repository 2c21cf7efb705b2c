package dev.nacoscapacity.core.merge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Workload;
import dev.nacoscapacity.core.stats.Transport;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks that runs are the shards of one fleet, and derives the workload of the whole fleet. */
final class FleetMerge {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Settings that are divided between the shards. */
  private static final List<String> PARTS = List.of("instances", "services", "connections");

  /**
   * Over HTTP a number of instances, which is divided; over gRPC a number that applies to each
   * instance.
   */
  private static final String SUBSCRIBE = "subscribe";

  /**
   * Settings that may differ between shards: runs that were started by hand have different
   * prefixes, and of the processes that share a fleet on one machine only the first one scrapes.
   */
  private static final Set<String> OWN = Set.of("shard", "servicePrefix", "scrapeSeconds");

  private FleetMerge() {}

  static void require(List<ShardRun> shards) {
    if (shards.isEmpty()) {
      throw new RecordException("nothing to merge: name the folders of a fleet's shards");
    }
    ShardNumber.requireWhole(shards.stream().map(ShardRun::number).toList());
    ShardRun first = shards.get(0);
    for (ShardRun other : shards) {
      requireSameWorkload(first, other);
      requireSameTarget(first, other);
      requireSameTime(first, other);
    }
  }

  private static void requireSameWorkload(ShardRun first, ShardRun other) {
    JsonNode expected = JSON.valueToTree(first.run().workload());
    JsonNode found = JSON.valueToTree(other.run().workload());
    for (Iterator<Map.Entry<String, JsonNode>> all = expected.fields(); all.hasNext(); ) {
      Map.Entry<String, JsonNode> field = all.next();
      String name = field.getKey();
      if (!parts(first).contains(name)
          && !OWN.contains(name)
          && !field.getValue().equals(found.get(name))) {
        throw notOne(first, other, name, field.getValue().asText(), found.get(name).asText());
      }
    }
  }

  private static List<String> parts(ShardRun shard) {
    return shard.run().workload().speaks(Transport.GRPC)
        ? PARTS
        : Stream.concat(PARTS.stream(), Stream.of(SUBSCRIBE)).toList();
  }

  private static void requireSameTarget(ShardRun first, ShardRun other) {
    List<String> expected = first.run().target().nodes();
    List<String> found = other.run().target().nodes();
    if (!new HashSet<>(expected).equals(new HashSet<>(found))) {
      throw notOne(first, other, "the target", String.join(",", expected), String.join(",", found));
    }
  }

  private static void requireSameTime(ShardRun first, ShardRun other) {
    boolean apart =
        first.finished()
            && other.finished()
            && (first.end().isBefore(other.run().startedAt())
                || other.end().isBefore(first.run().startedAt()));
    if (apart) {
      throw new RecordException(
          "%s ended before %s began; shards must run at the same time"
              .formatted(
                  first.end().isBefore(other.run().startedAt()) ? first.name() : other.name(),
                  first.end().isBefore(other.run().startedAt()) ? other.name() : first.name()));
    }
  }

  private static RecordException notOne(
      ShardRun first, ShardRun other, String what, String expected, String found) {
    return new RecordException(
        "%s (%s) and %s (%s) are not of one fleet: %s is %s in the one and %s in the other"
            .formatted(
                first.name(),
                first.folder().path(),
                other.name(),
                other.folder().path(),
                what,
                expected,
                found));
  }

  /** The combined workload of the shards. */
  static Workload workload(List<ShardRun> shards, String whole) {
    ObjectNode merged = JSON.valueToTree(shards.get(0).run().workload());
    for (String part : parts(shards.get(0))) {
      if (merged.path(part).isNull()) {
        continue;
      }
      long sum = 0;
      for (ShardRun shard : shards) {
        sum += JSON.<JsonNode>valueToTree(shard.run().workload()).get(part).asLong();
      }
      merged.put(part, sum);
    }
    merged.put("shard", whole);
    merged.put("servicePrefix", commonPrefix(shards));
    return JSON.convertValue(merged, Workload.class);
  }

  private static String commonPrefix(List<ShardRun> shards) {
    String common = shards.get(0).run().workload().servicePrefix();
    for (ShardRun shard : shards) {
      while (!shard.run().workload().servicePrefix().startsWith(common)) {
        common = common.substring(0, common.length() - 1);
      }
    }
    return common;
  }
}
