package dev.nacoscapacity.simulator.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.protocol.Http;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;

/**
 * One question that the administration client does not ask: the member list, by a client that
 * allows compression. It is the longest answer that every node has, and Tomcat compresses none that
 * is below 2 KB.
 *
 * @param compressed whether the answer was
 * @param versions of the members
 */
record Probe(boolean compressed, Set<String> versions) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Probe NOTHING = new Probe(false, Set.of());

  /**
   * Asks; without a proper answer nothing is known.
   *
   * @param token to present, or null
   */
  static Probe ask(InetSocketAddress node, String token, Duration timeout) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(timeout)
            .build();
    String address = "http://" + node.getHostString() + ":" + node.getPort() + Http.CLUSTER_NODES;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address)).header("Accept-Encoding", "gzip");
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request.build(), BodyHandlers.ofByteArray());
    try {
      return read(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException | IOException e) {
      answer.cancel(true);
      return NOTHING;
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      return NOTHING;
    }
  }

  private static Probe read(HttpResponse<byte[]> response) throws IOException {
    String encoding = response.headers().firstValue("Content-Encoding").orElse("identity");
    Set<String> versions = new TreeSet<>();
    try (InputStream body = new ByteArrayInputStream(response.body());
        InputStream text = encoding.equals("gzip") ? new GZIPInputStream(body) : body) {
      for (JsonNode member : JSON.readTree(text).path("data")) {
        String version = member.path("extendInfo").path("version").asText("");
        if (!version.isEmpty()) {
          versions.add(version);
        }
      }
    }
    return new Probe(!encoding.equals("identity"), versions);
  }
}
