package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Language;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves the page of a running run, on loopback only. The page is rendered again from the files of
 * the run while it is open in a browser, at a cost of at most a twentieth of a processor. When the
 * run is over, an open page reloads as the final report.
 */
public final class LivePage implements Closeable {

  /** An open page asks more often than this, by the wall's clock. */
  private static final Duration LOOKS = Duration.ofSeconds(10);

  /** Rendering takes at most one part in this many of a processor, */
  private static final int CPU_SHARE = 20;

  /** but a page never waits longer than this for new data. */
  private static final long LONGEST_NANOS = 30_000_000_000L;

  private static final long SHORTEST_NANOS = 2_000_000_000L;

  /** The answer to a page whose run has ended: the page reloads itself. */
  private static final String OVER = "{\"over\":true}";

  private static final Pattern HAVE = Pattern.compile("have=(\\d{1,18})");

  /**
   * A snapshot of a running run.
   *
   * @param number counts the snapshots of all runs
   * @param data what an open page needs to follow the run
   * @param lastsNanos how long this snapshot is served before a new one may be taken
   */
  private record Snapshot(long number, PageModel page, String data, long lastsNanos) {

    static Snapshot take(Path folder, long number) {
      long begin = cpuNanos();
      PageModel page = PageModel.of(RunFolder.open(folder), Optional.of(number));
      String data = page.liveJson();
      long lasts = Math.max(SHORTEST_NANOS, CPU_SHARE * (cpuNanos() - begin));
      return new Snapshot(number, page, data, Math.min(LONGEST_NANOS, lasts));
    }

    private static long cpuNanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  }

  private final HttpServer server;
  private final Language language;
  private final ExecutorService thread;
  private final LongSupplier nanoClock;
  private final CountDownLatch finalSeen = new CountDownLatch(1);
  private volatile Path folder = Path.of("not-begun");
  private volatile boolean over;
  private volatile long lookedAt;
  private Path shown;
  private Snapshot snapshot;
  private long takenAt;

  /** Number of the first snapshot of the shown run. */
  private long first;

  private LivePage(HttpServer server, Language language, LongSupplier nanoClock) {
    this.server = server;
    this.language = language;
    this.nanoClock = nanoClock;
    this.lookedAt = nanoClock.getAsLong() - 2 * LOOKS.toNanos();
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread worker = new Thread(task, "live-page");
              worker.setDaemon(true);
              worker.setPriority(Thread.MIN_PRIORITY);
              return worker;
            });
    server.setExecutor(thread);
    server.createContext("/", this::answer).getFilters().add(new HostHeaderFilter(server));
    server.start();
  }

  /**
   * Starts the server; until {@link #show} the page says that no run has begun.
   *
   * @param port 0 for any free port
   * @param language in which the page opens; English leaves it to the reader's browser
   * @throws IOException when the port is not available
   */
  public static LivePage open(int port, Language language) throws IOException {
    return open(port, language, System::nanoTime);
  }

  /** Starts the server with the caller's clock. */
  static LivePage open(int port, Language language, LongSupplier nanoClock) throws IOException {
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new LivePage(HttpServer.create(loopback, 0), language, nanoClock);
  }

  /** The address of the page. */
  public String url() {
    return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
  }

  /**
   * Shows the run that is recorded in this folder, now or soon. A page that shows another run
   * switches to this one as soon as it has begun.
   */
  public void show(Path folder) {
    this.folder = folder;
  }

  /**
   * Called when the run is over and its report is written. Waits briefly until open pages have
   * loaded the report.
   *
   * @param dilation how many times slower than the wall's, by which browsers go, time runs here; 1
   *     for as fast
   */
  public void over(double dilation) {
    over = true;
    long looks = (long) (LOOKS.toNanos() / dilation);
    if (nanoClock.getAsLong() - lookedAt > looks) {
      return;
    }
    try {
      finalSeen.await(looks, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      lookedAt = nanoClock.getAsLong();
      switch (exchange.getRequestURI().getPath()) {
        case "/" -> page(exchange);
        case "/data" -> data(exchange);
        default -> send(exchange, 404, "text/plain", "see " + url());
      }
    }
  }

  private void page(HttpExchange exchange) throws IOException {
    try {
      if (over) {
        send(exchange, 200, "text/html", Files.readAllBytes(folder.resolve(RunFolder.REPORT_HTML)));
        finalSeen.countDown();
      } else {
        send(exchange, 200, "text/html", newest().page.html(language));
      }
    } catch (RecordException e) {
      exchange.getResponseHeaders().set("Refresh", "2");
      send(exchange, 200, "text/plain", "The run has not begun yet.");
    }
  }

  /** Answers with the newest data, or with nothing when the page has them already. */
  private void data(HttpExchange exchange) throws IOException {
    if (over) {
      send(exchange, 200, "application/json", OVER);
      return;
    }
    try {
      Snapshot newest = newest();
      long have = have(exchange);
      if (have == newest.number) {
        exchange.sendResponseHeaders(204, -1);
      } else {
        send(exchange, 200, "application/json", have < first ? OVER : newest.data);
      }
    } catch (RecordException e) {
      exchange.sendResponseHeaders(204, -1);
    }
  }

  /** The number of the snapshot that the page has; 0 when the page sends none. */
  private static long have(HttpExchange exchange) {
    Matcher number = HAVE.matcher(String.valueOf(exchange.getRequestURI().getQuery()));
    return number.matches() ? Long.parseLong(number.group(1)) : 0;
  }

  private Snapshot newest() {
    Path now = folder;
    boolean another = !now.equals(shown);
    if (another || nanoClock.getAsLong() - takenAt >= snapshot.lastsNanos) {
      long number = snapshot == null ? 1 : snapshot.number + 1;
      Snapshot newest = Snapshot.take(now, number);
      first = another && snapshot != null ? number : first;
      shown = now;
      snapshot = newest;
      takenAt = nanoClock.getAsLong();
    }
    return snapshot;
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    send(exchange, status, type, body.getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] bytes)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
