package dev.nacoscapacity.core.merge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Workload;
import dev.nacoscapacity.core.stats.Transport;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToIntFunction;

/** Checks that runs are the shards of one fleet, and derives the workload of the whole fleet. */
final class FleetMerge {

  private static final ObjectMapper JSON = new ObjectMapper();

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
    JsonNode workload = JSON.valueToTree(common(other.run().workload()));
    JSON.<JsonNode>valueToTree(common(first.run().workload()))
        .properties()
        .forEach(
            field -> {
              JsonNode of = workload.get(field.getKey());
              if (!field.getValue().equals(of)) {
                throw notOne(first, other, field.getKey(), field.getValue().asText(), of.asText());
              }
            });
  }

  /**
   * A workload without what is divided between the shards, and what may differ: runs that were
   * started by hand have different prefixes, and of the processes that share a fleet on one machine
   * only the first one scrapes.
   */
  private static Workload common(Workload workload) {
    return workload
        .with()
        .instances(0)
        .services(0)
        .connections(null)
        .subscribe(dividesSubscribers(workload) ? 0 : workload.subscribe())
        .shard("")
        .servicePrefix("")
        .scrapeSeconds(0)
        .build();
  }

  /**
   * Over HTTP a number of instances subscribes, over gRPC each instance to a number of services.
   */
  private static boolean dividesSubscribers(Workload workload) {
    return !workload.speaks(Transport.GRPC);
  }

  private static void requireSameTarget(ShardRun first, ShardRun other) {
    List<String> expected = first.run().target().nodes();
    List<String> nodes = other.run().target().nodes();
    if (!new HashSet<>(expected).equals(new HashSet<>(nodes))) {
      throw notOne(first, other, "the target", String.join(",", expected), String.join(",", nodes));
    }
  }

  private static void requireSameTime(ShardRun first, ShardRun other) {
    boolean apart =
        first.finished()
            && other.finished()
            && (first.end().isBefore(other.run().startedAt())
                || other.end().isBefore(first.run().startedAt()));
    if (apart) {
      boolean inOrder = first.end().isBefore(other.run().startedAt());
      throw new RecordException(
          "%s ended before %s began; shards must run at the same time"
              .formatted(
                  inOrder ? first.name() : other.name(), inOrder ? other.name() : first.name()));
    }
  }

  private static RecordException notOne(
      ShardRun first, ShardRun other, String what, String expected, String actual) {
    return new RecordException(
        "%s (%s) and %s (%s) are not of one fleet: %s is %s in the one and %s in the other"
            .formatted(
                first.name(),
                first.folder().path(),
                other.name(),
                other.folder().path(),
                what,
                expected,
                actual));
  }

  /** The combined workload of the shards. */
  static Workload workload(List<ShardRun> shards, String whole) {
    Workload first = shards.get(0).run().workload();
    return first
        .with()
        .instances(sum(shards, Workload::instances))
        .services(sum(shards, Workload::services))
        .connections(first.connections() == null ? null : sum(shards, FleetMerge::connections))
        .subscribe(dividesSubscribers(first) ? sum(shards, Workload::subscribe) : first.subscribe())
        .shard(whole)
        .servicePrefix(commonPrefix(shards))
        .build();
  }

  private static int connections(Workload workload) {
    return workload.connections() == null ? 0 : workload.connections();
  }

  private static int sum(List<ShardRun> shards, ToIntFunction<Workload> part) {
    return shards.stream().map(shard -> shard.run().workload()).mapToInt(part).sum();
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
