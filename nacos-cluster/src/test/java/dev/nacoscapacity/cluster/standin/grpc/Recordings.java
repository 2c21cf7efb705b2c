package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a real client was seen to send over gRPC, the first message of each kind, with {@code *} in
 * place of what differs from call to call. They lie with the simulator's tests, whose fleet must
 * send the same; {@code -Drecord} writes them anew.
 */
final class Recordings {

  private static final Path ROOT =
      Path.of("..", "simulator", "src", "test", "resources", "dev", "nacoscapacity", "simulator")
          .resolve(Path.of("client", "grpc"));
  private static final List<String> OWN_VALUES =
      List.of("accessToken", "Client-RequestTS", "Client-RequestToken", "exConfigInfo");
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path folder;

  Recordings(String version) {
    folder = ROOT.resolve("client-" + version);
  }

  /** Fails unless each message on record came, and came as recorded. */
  void compare(List<RecordedRequest> requests) throws IOException {
    Map<String, String> actual = new TreeMap<>();
    for (RecordedRequest request : requests) {
      if (request.method().contains("equest/") || request.method().contains("Stream/")) {
        JsonNode body = JSON.readTree(request.body());
        actual.putIfAbsent(name(request.path(), body), normalised(request, body) + "\n");
      }
    }
    if (System.getProperty("record") != null) {
      Files.createDirectories(folder);
      for (Map.Entry<String, String> message : actual.entrySet()) {
        Files.writeString(folder.resolve(message.getKey() + ".json"), message.getValue());
      }
    }
    Map<String, String> recorded = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        String name = file.getFileName().toString().replace(".json", "");
        recorded.put(name, Files.readString(file));
      }
    }
    assertThat(actual).containsAllEntriesOf(recorded);
  }

  private static String name(String type, JsonNode body) {
    return switch (type) {
      case "InstanceRequest" -> type + "-" + body.path("type").asText();
      case "ConnectionSetupRequest" -> type + "-" + body.path("labels").path("module").asText();
      case "ConfigBatchListenRequest" ->
          type + (body.path("listen").asBoolean() ? "-listen" : "-forget");
      default -> type;
    };
  }

  private static String normalised(RecordedRequest request, JsonNode body) throws IOException {
    ObjectNode message = JSON.createObjectNode();
    message.put("method", request.method());
    message.put("type", request.path());
    message.put("clientIp", request.query().get(0).getValue().isEmpty() ? "" : "*");
    ObjectNode headers = message.putObject("headers");
    request
        .headers()
        .forEach(
            header ->
                headers.put(
                    header.getKey(),
                    OWN_VALUES.contains(header.getKey()) ? "*" : header.getValue()));
    if (body.has("requestId")) {
      ((ObjectNode) body).put("requestId", "*");
    }
    message.set("body", body);
    return JSON.writeValueAsString(message);
  }
}
