package dev.nacoscapacity.cluster.embedded.registry;

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
   * @param made makes it when there is none, or an old one
   */
  public A get(ServiceKey key, C choice, Supplier<A> made) {
    Service service = registry.find(key);
    long version = service == null ? -1 : service.version();
    Answers<C, A> known = answers.get(key);
    if (known == null || known.version != version) {
      known = new Answers<>(version, new HashMap<>(2));
      answers.put(key, known);
    }
    return known.byChoice.computeIfAbsent(choice, c -> made.get());
  }
}
