package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Uses a thread for each call in flight, with the JDK's own blocking client. */
final class BlockingEngine implements Engine {

  private static final int TIMEOUT_MILLIS = 120_000;
  private static final int READY_SECONDS = 20;

  private final URL url;
  private final int atOnce;
  private final Executor executor;

  /**
   * @param atOnce number of threads that can wait at the barrier
   * @param shared whether connections are reused; otherwise each call has a client and a connection
   *     of its own
   * @param executor provides the thread of each call
   */
  BlockingEngine(int port, int atOnce, boolean shared, Executor executor) {
    this.atOnce = atOnce;
    this.executor = executor;
    // The JDK's client reads these once; by default it keeps five idle connections.
    System.setProperty("http.keepAlive", Boolean.toString(shared));
    System.setProperty("http.maxConnections", Integer.toString(atOnce));
    try {
      url = URI.create("http://127.0.0.1:" + port + Http.BEAT + "?serviceName=bench").toURL();
    } catch (IOException e) {
      throw new IllegalArgumentException("no port: " + port, e);
    }
  }

  @Override
  public void release(Wave wave) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(Math.min(atOnce, wave.calls()));
    CountDownLatch barrier = new CountDownLatch(1);
    for (int i = 0; i < wave.calls(); i++) {
      int call = i;
      try {
        executor.execute(() -> makeBehind(barrier, ready, wave, call));
      } catch (OutOfMemoryError e) {
        // No thread could be created; the other calls continue.
        wave.failed(call, e);
        ready.countDown();
      }
    }
    if (!ready.await(READY_SECONDS, TimeUnit.SECONDS)) {
      wave.disturbed(
          "%,d threads were not at the barrier after %d s"
              .formatted(ready.getCount(), READY_SECONDS));
    }
    wave.released();
    barrier.countDown();
  }

  private void makeBehind(CountDownLatch barrier, CountDownLatch ready, Wave wave, int call) {
    ready.countDown();
    try {
      barrier.await();
      wave.began(call);
      makeCall();
      wave.answered(call);
    } catch (IOException | InterruptedException | RuntimeException | OutOfMemoryError e) {
      wave.failed(call, e);
    }
  }

  private void makeCall() throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    connection.setRequestMethod("PUT");
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream body = connection.getInputStream()) {
      body.readAllBytes();
    }
  }
}
