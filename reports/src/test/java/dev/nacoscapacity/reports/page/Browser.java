package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Chromium without a window, spoken to in the DevTools protocol. */
final class Browser implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_SECONDS = 120;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> tabs = new ConcurrentHashMap<>();

  /** Where Debian's package, or another one, put it; empty when there is none. */
  static Optional<Path> installed() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it.
   *
   * @param folder for its profile and its log
   */
  static Browser start(Path program, Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder.resolve("profile"),
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    try {
      return new Browser(process, address(process, folder.resolve("profile/DevToolsActivePort")));
    } catch (Exception | Error e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI address(Process process, Path file) throws Exception {
    for (int i = 0; i < MOST_SECONDS * 10 && process.isAlive(); i++) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() == 2) {
        return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      }
      Thread.sleep(100);
    }
    throw new IOException("Chromium did not start; see chromium.log beside its profile");
  }

  private Browser(Process process, URI address) throws Exception {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new Messages())
            .get(MOST_SECONDS, TimeUnit.SECONDS);
  }

  /** Opens an empty tab. */
  Tab tab() throws Exception {
    String target =
        call(null, "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    String session =
        call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    Tab tab = new Tab(this, session);
    tabs.put(session, tab::event);
    tab.listen();
    return tab;
  }

  /** Calls a method of the protocol and waits for its result. */
  JsonNode call(String session, String method, Map<String, ?> parameters) throws Exception {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    var message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    synchronized (socket) {
      socket.sendText(message.toString(), true).get(MOST_SECONDS, TimeUnit.SECONDS);
    }
    JsonNode reply = answer.get(MOST_SECONDS, TimeUnit.SECONDS);
    if (reply.has("error")) {
      throw new IOException(method + ": " + reply.get("error"));
    }
    return reply.get("result");
  }

  @Override
  public void close() throws Exception {
    // Its helpers would outlive a killed parent for a moment, and hold the profile's folder.
    socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  private final class Messages implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        take(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String text) {
      try {
        JsonNode message = JSON.readTree(text);
        if (message.has("id")) {
          Optional.ofNullable(answers.remove(message.get("id").asInt()))
              .ifPresent(answer -> answer.complete(message));
        } else if (tabs.containsKey(message.path("sessionId").asText())) {
          tabs.get(message.get("sessionId").asText()).accept(message);
        }
      } catch (IOException e) {
        throw new IllegalStateException("Chromium sent no JSON: " + text, e);
      }
    }
  }
}
