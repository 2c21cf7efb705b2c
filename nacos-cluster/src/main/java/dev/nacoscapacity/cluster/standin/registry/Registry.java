package dev.nacoscapacity.cluster.standin.registry;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The services one node knows. Confined to the node's thread. */
public final class Registry {

  private final Map<ServiceKey, Service> services = new HashMap<>();
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
  public List<Service> services(String namespace) {
    return services.values().stream()
        .filter(service -> service.key().namespace().equals(namespace))
        .sorted(Comparator.comparing(service -> service.key().name()))
        .toList();
  }

  /** The plain names of a group's services, in their order. */
  public List<String> names(String namespace, String group) {
    return services(namespace).stream()
        .map(Service::key)
        .filter(key -> key.group().equals(group))
        .map(ServiceKey::plainName)
        .toList();
  }

  /**
   * A page of a list of services.
   *
   * @param number from 1
   */
  public static <T> List<T> page(List<T> all, int number, int size) {
    long start = Math.max(0, (number - 1L) * size);
    return all.stream().skip(start).limit(Math.max(0, size)).toList();
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
    return obtain(key).datum(origin);
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
      datum.adopt(copy.instances());
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
    return keys.stream()
        .map(this::find)
        .filter(Objects::nonNull)
        .mapToInt(datum -> datum.table().size())
        .sum();
  }

  void changed(Service service) {
    onChange.accept(service);
  }
}
