package dev.nacoscapacity.cluster.embedded.registry;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The services one node knows. Confined to the node's thread. */
public final class Registry {

  private final Map<String, NavigableMap<String, Service>> namespaces = new HashMap<>();
  private final Map<ServiceKey, Service> services = new HashMap<>();
  private long made;
  private Consumer<Service> onNew = service -> {};
  private Consumer<Service> onChange = service -> {};

  void onNew(Consumer<Service> listener) {
    onNew = listener;
  }

  /** Calls the listener after a service's instances or their health have changed. */
  public void onChange(Consumer<Service> listener) {
    onChange = onChange.andThen(listener);
  }

  /** The service, or null. */
  public Service find(ServiceKey key) {
    return services.get(key);
  }

  /** The service, created when there is none. */
  Service obtain(ServiceKey key) {
    Service service = services.get(key);
    if (service == null) {
      service = new Service(key);
      services.put(key, service);
      made++;
      namespaces.computeIfAbsent(key.namespace(), n -> new TreeMap<>()).put(key.name(), service);
      onNew.accept(service);
    }
    return service;
  }

  /** How many instances there are of all services. */
  public int hosts() {
    int hosts = 0;
    for (Service service : services.values()) {
      hosts += service.hosts();
    }
    return hosts;
  }

  public Collection<Service> services() {
    return services.values();
  }

  /** A namespace's services in the order of their names. */
  public Collection<Service> services(String namespace) {
    return namespaces.getOrDefault(namespace, Collections.emptyNavigableMap()).values();
  }

  /** Takes over the instances of a datum, but not the health of heartbeat instances. */
  void replace(Datum.Copy copy) {
    Datum datum = obtain(copy.datum());
    datum.replace(copy.instances());
    changed(datum.service());
  }

  private Datum obtain(Datum.Key key) {
    return obtain(key.service(), key.origin());
  }

  /** The datum, created when there is none. */
  Datum obtain(ServiceKey key, Origin origin) {
    Service service = obtain(key);
    Datum datum = service.find(origin);
    if (datum == null) {
      datum = service.datum(origin);
      made++;
    }
    return datum;
  }

  /** Increases with each new service and datum. */
  long made() {
    return made;
  }

  /** The datum, or null. */
  Datum find(Datum.Key key) {
    Service service = services.get(key.service());
    return service == null ? null : service.find(key.origin());
  }

  /** Takes over instances and their health. */
  void load(List<Datum.Copy> snapshot) {
    for (Datum.Copy copy : snapshot) {
      Datum datum = obtain(copy.datum());
      datum.replaceWithHealth(copy.instances());
      changed(datum.service());
    }
  }

  /** All data of this node. */
  List<Datum.Copy> snapshot() {
    return services.values().stream()
        .flatMap(service -> service.data().stream())
        .map(Datum::copy)
        .toList();
  }

  /**
   * The requested data that this node has; after a restart it may no longer have all that it
   * announced.
   */
  List<Datum.Copy> snapshot(List<Datum.Key> keys) {
    return keys.stream().map(this::find).filter(Objects::nonNull).map(Datum::copy).toList();
  }

  /** How many instances these data have. */
  int hosts(List<Datum.Key> keys) {
    return keys.stream().map(this::find).filter(Objects::nonNull).mapToInt(Datum::size).sum();
  }

  void changed(Service service) {
    onChange.accept(service);
  }
}
