package dev.nacoscapacity.chaos.trial;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.DataStore;
import dev.nacoscapacity.cluster.admin.StoredKind;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checks data that an operator stores in a registry besides instances: stored before nodes are
 * replaced, and read afterwards from every node that is UP.
 */
public final class StoredData {

  private static final String NEW = "newConfigurations";
  private static final int OF_EACH_KIND = 5;

  /**
   * A write reaches the other nodes shortly after its acknowledgement; a node reloads its users
   * every 15 s.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final List<Node> nodes;
  private final Function<Node, DataStore> stores;
  private final String prefix;
  private final Consumer<Message> progress;
  private final Set<Message> lines = new HashSet<>();
  private final Map<StoredKind, List<String>> stored = new EnumMap<>(StoredKind.class);

  /** The nodes that told what they have of a kind right after it was stored. */
  private final Map<StoredKind, Set<String>> telling = new EnumMap<>(StoredKind.class);

  /**
   * @param nodes to read from; empty when nothing is stored
   * @param stores gives the store of a node, after a login if necessary; throws {@link
   *     AdminException}
   * @param prefix of the stored items, new to the cluster
   * @param progress receives a line for each item that cannot be stored or read
   */
  public StoredData(
      List<Node> nodes,
      Function<Node, DataStore> stores,
      String prefix,
      Consumer<Message> progress) {
    this.nodes = List.copyOf(nodes);
    this.stores = stores;
    this.prefix = prefix;
    this.progress = progress;
  }

  /** For a trial that does not affect stored data. */
  public static StoredData none() {
    return new StoredData(List.of(), node -> null, "", text -> {});
  }

  /** Stores items of each kind through the first node; kinds that the node refuses are left out. */
  void store() {
    if (nodes.isEmpty()) {
      return;
    }
    for (StoredKind kind : StoredKind.values()) {
      List<String> ids =
          IntStream.rangeClosed(1, OF_EACH_KIND)
              .mapToObj(number -> "%s-%s-%d".formatted(prefix, kind.word(), number))
              .toList();
      try {
        DataStore store = stores.apply(nodes.get(0));
        ids.forEach(id -> store.put(kind, id));
        stored.put(kind, ids);
        telling.put(
            kind,
            nodes.stream()
                .filter(node -> count(kind, ids, node).isPresent())
                .map(Node::name)
                .collect(Collectors.toSet()));
      } catch (AdminException e) {
        say("store.refused", nodes.get(0), kind, e);
      }
    }
  }

  /**
   * Reads what is left, by the words of the record, and checks whether each node accepts new items.
   * Empty when no node is UP; a kind that no node could report at first is left out.
   */
  Map<String, SurvivingData> survivors(Time time) throws InterruptedException {
    Map<String, SurvivingData> survivors = new LinkedHashMap<>();
    List<Node> up = nodes.stream().filter(node -> node.state() == NodeState.UP).toList();
    if (!up.isEmpty()) {
      List<String> published = publish(up);
      for (Map.Entry<StoredKind, List<String>> each : stored.entrySet()) {
        survivor(each.getKey(), each.getValue(), up, time)
            .ifPresent(survivor -> survivors.put(each.getKey().word(), survivor));
      }
      survivor(StoredKind.CONFIGURATIONS, published, up, time)
          .ifPresent(survivor -> survivors.put(NEW, survivor));
    }
    return survivors;
  }

  private List<String> publish(List<Node> up) {
    List<String> ids = new ArrayList<>();
    for (Node node : up) {
      String id = "%s-through-%s".formatted(prefix, node.name());
      ids.add(id);
      try {
        stores.apply(node).put(StoredKind.CONFIGURATIONS, id);
      } catch (AdminException e) {
        say("store.noNewConfiguration", node, StoredKind.CONFIGURATIONS, e);
      }
    }
    return ids;
  }

  /**
   * The items on the node with the fewest; empty when no node ever reported them. A node that does
   * not answer may have all items, so it is asked again, and counts as unread in the end.
   */
  private Optional<SurvivingData> survivor(
      StoredKind kind, List<String> ids, List<Node> up, Time time) throws InterruptedException {
    long begun = time.nanos();
    while (true) {
      Map<Node, Integer> counts = new LinkedHashMap<>();
      for (Node node : up) {
        count(kind, ids, node).ifPresent(count -> counts.put(node, count));
      }
      boolean complete =
          counts.size() == up.size()
              && counts.values().stream().allMatch(count -> count == ids.size());
      if (complete || time.nanos() - begun >= PATIENCE.toNanos()) {
        return survivor(ids.size(), counts, unread(kind, up, counts.keySet()));
      }
      time.sleep(LOOK_AGAIN);
    }
  }

  private List<String> unread(StoredKind kind, List<Node> up, Set<Node> told) {
    return up.stream()
        .filter(node -> telling.getOrDefault(kind, Set.of()).contains(node.name()))
        .filter(node -> !told.contains(node))
        .map(Node::name)
        .toList();
  }

  private static Optional<SurvivingData> survivor(
      int stored, Map<Node, Integer> counts, List<String> unread) {
    if (counts.isEmpty() && unread.isEmpty()) {
      return Optional.empty();
    }
    Optional<Map.Entry<Node, Integer>> fewest =
        counts.entrySet().stream().min(Map.Entry.comparingByValue());
    return Optional.of(
        new SurvivingData(
            stored,
            fewest.map(Map.Entry::getValue).orElse(null),
            fewest
                .filter(each -> each.getValue() < stored)
                .map(each -> each.getKey().name())
                .orElse(null),
            unread));
  }

  private OptionalInt count(StoredKind kind, List<String> ids, Node node) {
    try {
      DataStore store = stores.apply(node);
      return OptionalInt.of((int) ids.stream().filter(id -> store.has(kind, id)).count());
    } catch (AdminException e) {
      if (kind == StoredKind.USERS && e.kind() == AdminException.Kind.WRONG_PASSWORD) {
        say("store.noUsers", node, kind, e);
        return OptionalInt.of(0);
      }
      say("store.unread", node, kind, e);
      return OptionalInt.empty();
    }
  }

  /** Reports a repeated failure only once. */
  private void say(String sentence, Node node, StoredKind kind, AdminException why) {
    Message line =
        Message.of(
            sentence,
            with("node", node.name()).and("kind", kind.word()).and("why", why.getMessage()));
    if (lines.add(line)) {
      progress.accept(line);
    }
  }
}
