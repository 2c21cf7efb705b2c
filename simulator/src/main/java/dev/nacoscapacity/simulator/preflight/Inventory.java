package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Namespace;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.protocol.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What a registry holds already. */
final class Inventory {

  private Inventory() {}

  static List<Registered> read(AdminClient client, Intent intent) {
    List<Registered> registered = new ArrayList<>();
    for (String namespace : namespaces(intent, client)) {
      try {
        registered.add(count(namespace, client.services(namespace), intent.servicePrefix()));
      } catch (AdminException e) {
        if (e.kind() != Kind.REFUSED) {
          throw e;
        }
        registered.add(Registered.unreadable(namespace));
      }
    }
    return registered;
  }

  private static Registered count(String namespace, List<ServiceCount> services, String prefix) {
    int instances = 0;
    int leftovers = 0;
    for (ServiceCount service : services) {
      instances += service.instances();
      int group = service.service().indexOf(Http.GROUP_SEPARATOR);
      int name = group < 0 ? 0 : group + Http.GROUP_SEPARATOR.length();
      leftovers += service.service().startsWith(prefix, name) ? 1 : 0;
    }
    return new Registered(namespace, true, services.size(), instances, leftovers);
  }

  /** All of them, or where only an administrator may ask, our own: one may not exist yet. */
  private static TreeSet<String> namespaces(Intent intent, AdminClient client) {
    TreeSet<String> namespaces = new TreeSet<>();
    namespaces.add(intent.namespace());
    try {
      for (Namespace namespace : client.namespaces()) {
        namespaces.add(namespace.id().isEmpty() ? Intent.PUBLIC : namespace.id());
      }
    } catch (AdminException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
    }
    return namespaces;
  }
}
