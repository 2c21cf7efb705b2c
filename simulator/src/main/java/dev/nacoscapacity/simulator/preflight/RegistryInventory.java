package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Namespace;
import dev.nacoscapacity.cluster.admin.NodeCounts;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.admin.ServiceListing;
import dev.nacoscapacity.cluster.admin.ServiceListing.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The existing content of a registry.
 *
 * @param registered one element for each namespace
 * @param whole whether all namespaces are included; if not, only the run's own and the public one
 *     are
 * @param unlisted how many services the node counts that are in no list, such as those of other
 *     groups where only one group can be listed; empty when that is unknown
 */
public record RegistryInventory(
    List<NamespaceContents> registered, boolean whole, OptionalInt unlisted) {

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
    boolean everyGroup = true;
    for (String namespace : namespaces) {
      try {
        ServiceListing listing = client.listing(namespace);
        everyGroup &= listing.scope() == Scope.ALL;
        registered.add(
            count(namespace, listing.services(), RunIntent.ownServices(intent.servicePrefix())));
      } catch (AdminException e) {
        if (!e.kind().hidesApi()) {
          throw e;
        }
        registered.add(NamespaceContents.unreadable(namespace));
      }
    }
    return new RegistryInventory(
        registered, whole, everyGroup ? OptionalInt.of(0) : unlisted(client, registered));
  }

  /**
   * Compares a node's own count with what was listed. The count follows up to 15 s later since 2.0,
   * so one that is smaller tells nothing.
   */
  private static OptionalInt unlisted(AdminClient client, List<NamespaceContents> registered) {
    int listed = registered.stream().mapToInt(NamespaceContents::services).sum();
    try {
      NodeCounts metrics = client.metrics();
      int counted = metrics.services();
      return metrics.status().isEmpty() || counted < listed
          ? OptionalInt.empty()
          : OptionalInt.of(counted - listed);
    } catch (AdminException e) {
      return OptionalInt.empty();
    }
  }

  private static NamespaceContents count(
      String namespace, List<ServiceCount> services, Predicate<String> ownServices) {
    int instances = 0;
    int leftovers = 0;
    for (ServiceCount service : services) {
      instances += service.instances();
      leftovers += ownServices.test(service.service()) ? 1 : 0;
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
