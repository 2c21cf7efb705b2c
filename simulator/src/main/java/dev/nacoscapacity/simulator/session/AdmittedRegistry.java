package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.time.Duration;
import java.util.Optional;

/**
 * A registry as the preflight found it.
 *
 * @param access empty without auth
 * @param api the HTTP API to call
 */
record AdmittedRegistry(OpenTarget target, Optional<Access> access, HttpApi api) {

  /** A client of its first node. */
  AdminClient admin(Duration timeout) {
    AdminClient node = AdminClient.of(target.addresses().get(0), target.reach(), timeout);
    return access.map(login -> node.withToken(login::token)).orElse(node);
  }
}
