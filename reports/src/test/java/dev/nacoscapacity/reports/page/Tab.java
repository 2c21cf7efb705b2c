package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A tab of a {@link Browser}, which keeps what the page complains about and what it loads. */
final class Tab {

  /** Of A4, in CSS pixels. */
  private static final int PAPER_WIDTH = 794;

  private final Browser browser;
  private final String session;
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch loaded = new CountDownLatch(1);

  Tab(Browser browser, String session) {
    this.browser = browser;
    this.session = session;
  }

  void listen() throws Exception {
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  void event(JsonNode reply) {
    JsonNode about = reply.get("params");
    switch (reply.get("method").asText()) {
      case "Page.loadEventFired" -> loaded.countDown();
      case "Runtime.exceptionThrown" -> complaints.add(about.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> {
        if (about.path("type").asText().matches("error|warning|assert")) {
          complaints.add(about.path("args").toString());
        }
      }
      case "Log.entryAdded" -> complaints.add(about.path("entry").toString());
      case "Network.requestWillBeSent" -> requests.add(about.path("request").path("url").asText());
      default -> {}
    }
  }

  /** Errors, warnings and violations of the page's policy so far. */
  List<String> complaints() {
    return complaints;
  }

  /** What the page asked for, itself included. */
  List<String> requests() {
    return requests;
  }

  /** Sets the window's size in CSS pixels, and the language that the reader prefers. */
  Tab as(int width, int height, String language) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Network.setUserAgentOverride",
        Map.of("userAgent", "Mozilla/5.0 (test)", "acceptLanguage", language));
    return this;
  }

  Tab open(Path html) throws Exception {
    return open(html.toUri());
  }

  Tab open(URI page) throws Exception {
    loaded = new CountDownLatch(1);
    call("Page.navigate", Map.of("url", page.toString()));
    if (!loaded.await(120, TimeUnit.SECONDS)) {
      throw new IOException("the page did not load");
    }
    // Two frames later ECharts has drawn what the script asked for.
    evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))");
    return this;
  }

  /** The value of an expression, awaited when it is a promise. */
  JsonNode evaluate(String expression) throws Exception {
    JsonNode reply =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (reply.has("exceptionDetails")) {
      throw new IOException(expression + ": " + reply.get("exceptionDetails"));
    }
    return reply.path("result").path("value");
  }

  /** Waits until an expression holds, also across reloads of the page. */
  void await(String condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    boolean holds = false;
    IOException failure = null;
    while (!holds) {
      if (System.nanoTime() > deadline) {
        throw new IOException("never: " + condition, failure);
      }
      Thread.sleep(100);
      try {
        // Null while the next page has not come so far.
        holds =
            evaluate("(() => { try { return " + condition + "; } catch { return false; } })()")
                .asBoolean();
      } catch (IOException e) {
        // The page went while it was asked.
        failure = e;
      }
    }
  }

  String text(String selector) throws Exception {
    return evaluate("document.querySelector('%s').innerText".formatted(selector)).asText();
  }

  /** The whole page as a picture. */
  void screenshot(Path file) throws Exception {
    JsonNode size = call("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
    Map<String, Object> clip =
        Map.of(
            "x", 0,
            "y", 0,
            "width", size.get("width").asInt(),
            "height", size.get("height").asInt(),
            "scale", 1);
    save(file, call("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip)));
  }

  /** The page as a printer would get it. */
  void print(Path file) throws Exception {
    call("Emulation.setEmulatedMedia", Map.of("media", "print"));
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", PAPER_WIDTH, "height", 1_100, "deviceScaleFactor", 1, "mobile", false));
    screenshot(file);
  }

  private static void save(Path file, JsonNode reply) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(reply.get("data").asText()));
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    return browser.call(session, method, parameters);
  }
}
