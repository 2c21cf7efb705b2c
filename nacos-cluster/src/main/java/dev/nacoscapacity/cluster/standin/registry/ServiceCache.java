package dev.nacoscapacity.cluster.standin.registry;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Answers about services, each kept until its service changes. Confined to the node's thread.
 *
 * @param <C> which answers there are about a service
 * @param <A> an answer
 */
public final class ServiceCache<C, A> {

  private record Answers<C, A>(long version, Map<C, A> byChoice) {}

  private final Registry registry;
  private final Map<ServiceKey, Answers<C, A>> answers = new HashMap<>();

  public ServiceCache(Registry registry) {
    this.registry = registry;
  }

  /**
   * The answer about a service that may be unknown.
   *
   * @param supplier makes it when there is none, or an old one
   */
  public A get(ServiceKey key, C choice, Supplier<A> supplier) {
    Service service = registry.find(key);
    long version = service == null ? -1 : service.version();
    Answers<C, A> entry = answers.get(key);
    if (entry == null || entry.version != version) {
      entry = new Answers<>(version, new HashMap<>(2));
      answers.put(key, entry);
    }
    return entry.byChoice.computeIfAbsent(choice, c -> supplier.get());
  }
}
