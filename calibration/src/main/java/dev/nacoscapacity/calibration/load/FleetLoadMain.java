package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.wire.http.HttpDriver;
import io.netty.channel.EventLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Lets the fleet's driver make so many calls, and tells how they went; the first ones, by which its
 * own code is loaded and its connections are made, do not count.
 */
final class FleetLoadMain implements CallListener {

  private static final long LONGEST_NANOS = 60_000_000_000L;

  /** So many of each client do not count. */
  private static final int WARM_UP = 2;

  private final int uncounted;
  private final int requests;
  private final Histogram nanos = new Histogram(LONGEST_NANOS, 3);
  private long begun = System.nanoTime();
  private HttpDriver driver;
  private int sent;
  private int done;
  private int doneBefore;

  /**
   * @param requests that count
   */
  private FleetLoadMain(int clients, int requests) {
    this.uncounted = WARM_UP * clients;
    this.requests = requests;
  }

  /**
   * Measures once, and waits to be killed; the token is the first line of its input, empty for
   * none.
   *
   * @param args the port, the number of clients, of requests, and of seconds without any answer
   *     after which it gives up
   */
  public static void main(String[] args) throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    String token = line.isEmpty() ? null : line;
    int clients = Integer.parseInt(args[1]);
    EventLoop loop = Generator.newEventLoop();
    FleetLoadMain load = new FleetLoadMain(clients, Integer.parseInt(args[2]));
    loop.execute(() -> load.start(loop, Integer.parseInt(args[0]), clients, token));
    long silence = Long.parseLong(args[3]);
    loop.scheduleAtFixedRate(
        () -> load.requireProgress(silence), silence, silence, TimeUnit.SECONDS);
  }

  private void start(EventLoop loop, int port, int clients, String token) {
    driver =
        new HttpDriver(
            loop,
            Generator.FLEET,
            Loopback.settings(clients),
            List.of(Loopback.server(port)),
            client -> token,
            1,
            this);
    for (int i = 0; i < clients; i++) {
      send(new Call());
    }
  }

  private void requireProgress(long silence) {
    if (done == doneBefore) {
      end(
          "no answer for %d s, after %,d of %,d requests: is a limit below the number of clients?"
              .formatted(silence, done, uncounted + requests));
    }
    doneBefore = done;
  }

  private void send(Call call) {
    if (sent == uncounted + requests) {
      return;
    }
    int instance = sent % Generator.FLEET.size();
    sent++;
    long now = System.nanoTime();
    call.reset(Operation.BEAT, instance, Generator.FLEET.serviceOf(instance), now, now);
    call.light = true;
    driver.send(call);
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      end("a call failed: " + call.failure);
    }
    done++;
    if (done == uncounted) {
      begun = System.nanoTime();
    } else if (done > uncounted) {
      nanos.recordValue(Math.min(call.answered - call.due, LONGEST_NANOS));
    }
    if (nanos.getTotalCount() == requests) {
      ResultLine.print(LoadFigures.of(done, nanos, System.nanoTime() - begun));
    } else {
      send(call);
    }
  }

  private static void end(String why) {
    System.err.println(why);
    Runtime.getRuntime().halt(1);
  }
}
