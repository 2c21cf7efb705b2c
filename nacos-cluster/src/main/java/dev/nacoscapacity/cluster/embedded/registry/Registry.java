package dev.nacoscapacity.cluster.embedded.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The services one node knows. Confined to the node's thread. */
public final class Registry {

  private final Map<String, NavigableMap<String, Service>> namespaces = new HashMap<>();
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

  Service obtain(ServiceKey key) {
    Service service = services.get(key);
    if (service == null) {
      service = new Service(key);
      services.put(key, service);
      namespaces.computeIfAbsent(key.namespace(), n -> new TreeMap<>()).put(key.name(), service);
      onNew.accept(service);
    }
    return service;
  }

  public Collection<Service> services() {
    return services.values();
  }

  /** A namespace's services in the order of their names. */
  public Collection<Service> services(String namespace) {
    return namespaces.getOrDefault(namespace, Collections.emptyNavigableMap()).values();
  }

  /** Takes over the instances of a share, but not the health of beaten ones. */
  void replace(DatumKey key, List<InstanceState> copies) {
    Service service = obtain(key.service());
    service.share(key.origin()).replace(copies);
    changed(service);
  }

  /** The share, or null. */
  Datum find(DatumKey key) {
    Service service = services.get(key.service());
    return service == null ? null : service.find(key.origin());
  }

  /** Takes over instances and their health. */
  void takeOver(Snapshot snapshot) {
    snapshot
        .shares()
        .forEach(
            copy -> {
              Service service = obtain(copy.share().service());
              Datum share = service.share(copy.share().origin());
              share.replace(copy.instances());
              copy.instances()
                  .forEach(held -> share.find(held.spec().key()).setHealthy(held.healthy()));
              changed(service);
            });
  }

  Snapshot snapshot() {
    List<DistroSync.Copy> copies = new ArrayList<>();
    services
        .values()
        .forEach(
            service -> service.shares().forEach(share -> copies.add(DistroSync.Copy.of(share))));
    return new Snapshot(copies);
  }

  /** Of services that are known here. */
  Snapshot snapshot(Collection<DatumKey> keys) {
    List<DistroSync.Copy> copies = new ArrayList<>();
    keys.forEach(key -> copies.add(DistroSync.Copy.of(find(key))));
    return new Snapshot(copies);
  }

  void changed(Service service) {
    onChange.accept(service);
  }
}
