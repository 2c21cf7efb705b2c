package dev.nacoscapacity.core.merge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Checks that runs are the shards of one fleet, and derives the workload of the whole fleet. */
final class FleetMerge {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> DIVIDED =
      Set.of(
          "instances",
          "services",
          "fleetInstances",
          "fleetServices",
          "connections",
          "grpcConnections",
          "udpSubscribers",
          "shard",
          "servicePrefix",
          "scrapeSeconds",
          "threads");

  private FleetMerge() {}

  /**
   * Requires runs to be shards of one fleet.
   *
   * @return those that are missing
   * @throws RecordException when they are not, or one is there twice
   */
  static List<Shard> require(List<ShardRun> shards) {
    List<Shard> missing = missing(shards.stream().map(ShardRun::number).toList());
    ShardRun first = shards.get(0);
    for (ShardRun other : shards) {
      requireNoExperiment(other);
      requireSameWorkload(first, other);
      requireSameTarget(first, other);
      requireSameTime(first, other);
    }
    return missing;
  }

  /**
   * Requires the parts to be disjoint.
   *
   * @param parts one or more
   * @return what is missing of a whole fleet
   * @throws RecordException naming a part that is duplicate, or of another division
   */
  static List<Shard> missing(List<Shard> parts) {
    Set<Shard> numbers = new HashSet<>();
    int count = parts.get(0).count();
    for (Shard part : parts) {
      if (part.count() != count) {
        throw new RecordException(
            "shards %s and %s are not of one division of a fleet; name the folders of one run's"
                    .formatted(parts.get(0), part)
                + " shards");
      }
      if (!numbers.add(part)) {
        throw new RecordException("shard " + part + " is there twice; name each folder once");
      }
    }
    return IntStream.rangeClosed(1, count)
        .mapToObj(index -> new Shard(index, count))
        .filter(part -> !numbers.contains(part))
        .toList();
  }

  /** The merge would judge its calls and lose its faults. */
  private static void requireNoExperiment(ShardRun shard) {
    if (shard.run().experiment() != null) {
      throw new RecordException(
          "%s is of an experiment, which has a verdict of its own; name runs of bin/simulator"
              .formatted(shard.folder().path()));
    }
  }

  private static void requireSameWorkload(ShardRun first, ShardRun other) {
    JsonNode expected = common(first.run().workload());
    JsonNode workload = common(other.run().workload());
    Set<String> names = new TreeSet<>();
    expected.fieldNames().forEachRemaining(names::add);
    workload.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (!expected.path(name).equals(workload.path(name))) {
        String of = workload.path(name).asText();
        throw notOne(first, other, name, expected.path(name).asText(), of);
      }
    }
  }

  /**
   * The fields of a shard's workload without what is divided between the shards, and what may
   * differ: runs that were started by hand have different prefixes, and of the processes that share
   * a fleet on one machine only the first one scrapes.
   */
  static JsonNode common(Workload workload) {
    return JSON.<ObjectNode>valueToTree(workload).without(DIVIDED);
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
            && (first.end().isBefore(other.begin()) || other.end().isBefore(first.begin()));
    if (apart) {
      boolean inOrder = first.end().isBefore(other.begin());
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
    Population population = first.population();
    Traffic traffic =
        first
            .profile()
            .orElseGet(
                () ->
                    Traffic.even(sum(shards, Workload::instances), sum(shards, Workload::services))
                        .withRate(population.traffic().rate()));
    return first
        .with()
        .population(
            new Population(
                traffic, commonPrefix(shards), population.namespace(), Shard.parse(whole)))
        .clients(
            first.clients() instanceof HttpClients http
                ? new HttpClients(
                    http.connections().isEmpty()
                        ? http.connections()
                        : OptionalInt.of(sum(shards, each -> each.connections().orElse(0))),
                    sum(shards, each -> each.clients().pushSubscribers()),
                    http.callTimeout())
                : first.clients())
        .threads(sum(shards, Workload::threads))
        .build();
  }

  private static int sum(List<ShardRun> shards, ToIntFunction<Workload> part) {
    return shards.stream().map(shard -> shard.run().workload()).mapToInt(part).sum();
  }

  private static String commonPrefix(List<ShardRun> shards) {
    String common = shards.get(0).run().workload().population().servicePrefix();
    for (ShardRun shard : shards) {
      while (!shard.run().workload().population().servicePrefix().startsWith(common)) {
        common = common.substring(0, common.length() - 1);
      }
    }
    return common;
  }
}
