package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Namespace;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The existing content of a registry.
 *
 * @param registered one element for each namespace
 * @param whole whether all namespaces are included; if not, only the run's own and the public one
 *     are
 */
record RegistryInventory(List<NamespaceContents> registered, boolean whole) {

  /**
   * Reads the inventory from a node.
   *
   * @param shown whether nodes report their members as Nacos does; otherwise their list of
   *     namespaces may be incomplete
   */
  static RegistryInventory read(AdminClient client, RunIntent intent, boolean shown) {
    TreeSet<String> namespaces = new TreeSet<>();
    // The run's own namespace may not exist yet.
    namespaces.add(intent.namespace());
    boolean whole = addAll(namespaces, client) && shown;
    if (!whole) {
      namespaces.add(RunIntent.PUBLIC);
    }
    List<NamespaceContents> registered = new ArrayList<>();
    for (String namespace : namespaces) {
      try {
        registered.add(
            count(namespace, client.services(namespace), RunIntent.ours(intent.servicePrefix())));
      } catch (AdminException e) {
        if (!e.kind().hidesApi()) {
          throw e;
        }
        registered.add(NamespaceContents.unreadable(namespace));
      }
    }
    return new RegistryInventory(registered, whole);
  }

  private static NamespaceContents count(
      String namespace, List<ServiceCount> services, Predicate<String> ours) {
    int instances = 0;
    int leftovers = 0;
    for (ServiceCount service : services) {
      instances += service.instances();
      leftovers += ours.test(service.service()) ? 1 : 0;
    }
    return new NamespaceContents(namespace, true, services.size(), instances, leftovers);
  }

  /** Adds all namespaces; returns false when the user may not list them. */
  private static boolean addAll(TreeSet<String> namespaces, AdminClient client) {
    try {
      for (Namespace namespace : client.namespaces()) {
        namespaces.add(namespace.id().isEmpty() ? RunIntent.PUBLIC : namespace.id());
      }
      return true;
    } catch (AdminException e) {
      if (!e.kind().hidesApi()) {
        throw e;
      }
      return false;
    }
  }
}
