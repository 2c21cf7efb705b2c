package dev.nacoscapacity.cluster.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Http;

/** What a node answered to a call, and whether it is what Nacos answers when all is well. */
record AdminAnswer(String node, String path, int status, String body) {

  private static final ObjectMapper JSON = new ObjectMapper();

  boolean refused() {
    return status == 401 || status == 403;
  }

  boolean absent() {
    return status == 404;
  }

  /** The body of a good answer. */
  String text() {
    if (body.startsWith(Http.SERVER_IS_DOWN) || status == 503) {
      throw new AdminException(
          Kind.NOT_READY, node + " cannot serve yet (no raft leader), asked " + path);
    }
    if (refused()) {
      throw new AdminException(Kind.REFUSED, node + " refuses " + path + " (" + status + ")");
    }
    if (status != 200) {
      throw unexpected("status " + status);
    }
    return body;
  }

  /** The body of a good answer that is a JSON object. */
  JsonNode json() {
    try {
      JsonNode json = JSON.readTree(text());
      if (!json.isObject()) {
        throw unexpected("no JSON object");
      }
      return json;
    } catch (JsonProcessingException e) {
      // No cause: Jackson's message quotes the body, which may hold a token.
      throw unexpected("no JSON");
    }
  }

  AdminException unexpected(String what) {
    return new AdminException(Kind.UNEXPECTED, node + " answered " + path + " with " + what);
  }
}
