package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.simulator.preflight.guard.RegistryReader.ReadFailure;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * The content of each node before the run: healthy instances by service, of every namespace that
 * has any. If no namespace has, one is kept nevertheless, so that reads of it show whether the
 * nodes answer.
 */
public final class Baseline {

  /** The content of one namespace on one node. */
  record Contents(InetSocketAddress node, String namespace, Map<String, Integer> healthy) {}

  private final List<Contents> contents;

  private Baseline(List<Contents> contents) {
    this.contents = List.copyOf(contents);
  }

  /**
   * Reads all nodes, one at a time.
   *
   * @param namespaces at least one
   * @param ignored whether a service, by namespace and grouped name, is not guarded, such as those
   *     of this run and of earlier ones
   * @throws ReadFailure if a node does not answer; without a baseline nothing can be guarded
   */
  public static Baseline read(
      List<InetSocketAddress> nodes,
      List<String> namespaces,
      BiPredicate<String, String> ignored,
      RegistryReader reader)
      throws ReadFailure {
    List<Contents> contents = new ArrayList<>();
    List<Contents> empty = List.of();
    for (String namespace : namespaces) {
      List<Contents> row = new ArrayList<>();
      for (InetSocketAddress node : nodes) {
        Map<String, Integer> healthy = new HashMap<>(readWithRetry(reader, node, namespace));
        healthy.entrySet().removeIf(e -> e.getValue() == 0 || ignored.test(namespace, e.getKey()));
        row.add(new Contents(node, namespace, Map.copyOf(healthy)));
      }
      if (row.stream().anyMatch(each -> !each.healthy().isEmpty())) {
        contents.addAll(row);
      } else {
        empty = row;
      }
    }
    return new Baseline(contents.isEmpty() ? empty : contents);
  }

  /** Retries once, as the guard does, since a node may pause briefly. */
  private static Map<String, Integer> readWithRetry(
      RegistryReader reader, InetSocketAddress node, String namespace) throws ReadFailure {
    try {
      return reader.healthy(node, namespace);
    } catch (ReadFailure e) {
      return reader.healthy(node, namespace);
    }
  }

  /** Whether there are no services to guard. */
  public boolean isEmpty() {
    return contents.stream().allMatch(each -> each.healthy().isEmpty());
  }

  /** The number of guarded services, in all namespaces. */
  public int services() {
    return (int)
        contents.stream()
            .flatMap(each -> each.healthy().keySet().stream().map(s -> each.namespace() + "\n" + s))
            .distinct()
            .count();
  }

  List<Contents> contents() {
    return contents;
  }
}
