package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.harness.ClosedLoop;
import dev.nacoscapacity.calibration.harness.Loopback;
import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** A way to make many calls at once, in a JVM of its own. */
interface WaveEngine {

  String THREAD_PER_CALL = "thread-per-call";
  String POOL = "pool-of-20";
  String ASYNC = "async-reactor";
  String VIRTUAL_THREADS = "virtual-threads";
  String FLEET = "fleet";

  /** The pool size of the published study. */
  int POOL_SIZE = 20;

  /** Enough calls to load all classes, and few enough for the smallest heap. */
  int WARM_UP = 100;

  int TIMEOUT_MILLIS = 120_000;

  /** Releases all calls of a wave together, and reports the end of each one to the wave. */
  void release(CallWave wave);

  /**
   * Makes a warm-up wave and a measured one, answers with a round, and exits.
   *
   * @param args the engine, the server's port, the calls of the wave, and the timeout of a wave in
   *     seconds; a wave that times out counts with the calls that have ended
   */
  static void main(String[] args) throws Exception {
    int calls = Integer.parseInt(args[2]);
    WaveEngine engine = of(args[0], Integer.parseInt(args[1]), calls);
    for (int each : new int[] {Math.min(WARM_UP, calls), calls}) {
      CallWave wave = new CallWave(each);
      engine.release(wave);
      Requests.answer(wave.await(Long.parseLong(args[3])));
    }
    Runtime.getRuntime().halt(0);
  }

  private static WaveEngine of(String name, int port, int calls) throws Exception {
    String url = "http://127.0.0.1:" + port + Http.BEAT + "?serviceName=bench";
    return switch (name) {
      case THREAD_PER_CALL -> blocking(url, calls, false, task -> new Thread(task).start());
      case POOL -> blocking(url, POOL_SIZE, true, Executors.newFixedThreadPool(POOL_SIZE));
      case VIRTUAL_THREADS -> blocking(url, calls, false, virtualThreads());
      case ASYNC -> reactor(url, calls);
      default -> fleet(port, calls);
    };
  }

  /** By reflection, since this code is compiled for 17. */
  private static Executor virtualThreads() throws ReflectiveOperationException {
    return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /**
   * Uses a thread for each call in flight, with the JDK's own blocking client.
   *
   * @param atOnce number of threads that can wait for each other
   * @param shared whether connections are reused; otherwise each call has one of its own
   * @param executor provides the thread of each call
   */
  private static WaveEngine blocking(String url, int atOnce, boolean shared, Executor executor)
      throws IOException {
    // The JDK's client reads these once; by default it keeps five idle connections.
    System.setProperty("http.keepAlive", Boolean.toString(shared));
    System.setProperty("http.maxConnections", Integer.toString(atOnce));
    URL beat = URI.create(url).toURL();
    return wave -> {
      CountDownLatch ready = new CountDownLatch(Math.min(atOnce, wave.calls()));
      for (int i = 0; i < wave.calls(); i++) {
        try {
          executor.execute(() -> call(beat, ready, wave));
        } catch (OutOfMemoryError e) {
          // No thread could be created; the other calls continue.
          ready.countDown();
          wave.ended(System.nanoTime(), e.toString());
        }
      }
    };
  }

  private static void call(URL beat, CountDownLatch ready, CallWave wave) {
    long began = System.nanoTime();
    try {
      ready.countDown();
      ready.await();
      wave.released();
      began = System.nanoTime();
      HttpURLConnection connection = (HttpURLConnection) beat.openConnection(Proxy.NO_PROXY);
      connection.setRequestMethod("PUT");
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      try (InputStream body = connection.getInputStream()) {
        body.readAllBytes();
      }
      wave.ended(began, null);
    } catch (IOException | InterruptedException | RuntimeException | OutOfMemoryError e) {
      wave.ended(began, e.toString());
    }
  }

  /** Event loops under reactor-netty's client, as in Spring's WebClient. */
  private static WaveEngine reactor(String url, int calls) {
    HttpClient client =
        HttpClient.create(
            ConnectionProvider.builder("calls")
                .maxConnections(calls)
                .pendingAcquireMaxCount(-1)
                .build());
    return wave -> {
      wave.released();
      for (int i = 0; i < wave.calls(); i++) {
        long began = System.nanoTime();
        client
            .request(HttpMethod.PUT)
            .uri(url)
            .responseSingle((response, body) -> body.asByteArray())
            .subscribe(
                body -> wave.ended(began, null), cause -> wave.ended(began, cause.toString()));
      }
    };
  }

  /** This project's fleet: its driver on one event loop, with a connection for each call. */
  private static WaveEngine fleet(int port, int connections) {
    EventLoop loop = Loopback.newEventLoop();
    CallWave[] current = new CallWave[1];
    Driver driver =
        Loopback.newDriver(
            loop,
            Loopback.FLEET,
            port,
            connections,
            null,
            call -> current[0].ended(call.written, call.failure));
    return wave ->
        loop.execute(
            () -> {
              current[0] = wave;
              wave.released();
              long now = System.nanoTime();
              for (int i = 0; i < wave.calls(); i++) {
                Call call = ClosedLoop.newCall(Operation.BEAT);
                call.begin(i, Loopback.FLEET.serviceOf(i), now, now);
                driver.send(call);
              }
            });
  }
}
