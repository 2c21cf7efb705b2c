package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.cluster.admin.AdminCalls.Answer;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Http;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Over HTTP v1. Source: Nacos 1.4.1's {@code NamespaceController}, {@code UserController}, {@code
 * ConfigController} and {@code ConfigOpsController}, whose parameters 2.2.4 kept.
 */
record HttpDataStore(AdminCalls calls, AdminClient client) implements DataStore {

  /** Not a secret: these users have no permissions, and exist only on clusters of this project. */
  private static final String PASSWORD = "capacity-";

  /** The public namespace and another one, since 3.x moves the content of the public one. */
  private static final List<String> TENANTS = List.of("", "nacos-capacity-data");

  private static final String OF_NAMESPACE =
      "select tenant_id from tenant_info where tenant_id='%s'";

  private static final String DATABASE_SETTING = "nacos.config.derby.ops.enabled";

  @Override
  public void put(StoredKind kind, String id) {
    switch (kind) {
      case NAMESPACES ->
          require(
              "true",
              calls.post(
                  Http.NAMESPACES,
                  Map.of("customNamespaceId", id, "namespaceName", id, "namespaceDesc", id)));
      case USERS ->
          calls.post(Http.USERS, Map.of("username", id, "password", PASSWORD + id)).json();
      case CONFIGURATIONS ->
          TENANTS.forEach(
              tenant -> {
                Map<String, String> form = new HashMap<>(configuration(id, tenant));
                form.put("content", content(id, tenant));
                require("true", calls.post(Http.CONFIGS, form));
              });
    }
  }

  @Override
  public boolean has(StoredKind kind, String id) {
    return switch (kind) {
      case NAMESPACES -> hasNamespace(id);
      case USERS -> logsIn(id);
      case CONFIGURATIONS -> TENANTS.stream().allMatch(tenant -> hasConfiguration(id, tenant));
    };
  }

  /** A node without a console lists only the public namespace; its database is queried then. */
  private boolean hasNamespace(String id) {
    List<Namespace> listed = client.namespaces();
    if (listed.equals(List.of(Namespace.PUBLIC))) {
      Map<String, String> query = Map.of("sql", OF_NAMESPACE.formatted(id));
      Answer answer = calls.send("GET", Http.DATABASE, query);
      JsonNode rows = answer.json().path("data");
      // Since 2.4 the query is disabled by default, which is answered with status 200 and no rows.
      if (!rows.isArray()) {
        throw answer.unexpected(
            "code " + answer.json().path("code").asInt(-1) + ": is " + DATABASE_SETTING + "=true?");
      }
      return !rows.isEmpty();
    }
    return listed.stream().anyMatch(namespace -> namespace.id().equals(id));
  }

  private boolean logsIn(String id) {
    try {
      client.login(id, PASSWORD + id);
      return true;
    } catch (AdminException e) {
      if (e.kind() == Kind.WRONG_PASSWORD) {
        return false;
      }
      throw e;
    }
  }

  private boolean hasConfiguration(String id, String tenant) {
    Answer answer = calls.send("GET", Http.CONFIGS, configuration(id, tenant));
    return !answer.absent() && answer.text().equals(content(id, tenant));
  }

  private static Map<String, String> configuration(String id, String tenant) {
    return Map.of("dataId", id, "group", Http.DEFAULT_GROUP, "tenant", tenant);
  }

  private static String content(String id, String tenant) {
    return id + "@" + tenant;
  }

  private static void require(String text, Answer answer) {
    if (!answer.text().equals(text)) {
      throw answer.unexpected("something else than " + text);
    }
  }
}
