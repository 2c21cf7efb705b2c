package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import io.netty.channel.EventLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Lets the fleet's driver make so many calls, and tells how they went; the first ones, by which its
 * own code is compiled and its connections are made, do not count.
 */
final class FleetLoadMain implements CallListener {

  private static final long LONGEST_NANOS = 60_000_000_000L;

  private static final double NANOS = 1e9;

  private final int clients;
  private final int requests;
  private final long warmUpNanos;
  private final Histogram nanos = new Histogram(LONGEST_NANOS, 3);

  /** One for each client that was answered: a client's next call is the same object. */
  private final Set<Call> answered = Collections.newSetFromMap(new IdentityHashMap<>());

  private final long start = System.nanoTime();
  private long begun;
  private boolean warm;
  private HttpDriver driver;
  private int sent;
  private int done;
  private int progressBefore;

  /**
   * @param requests that count
   */
  private FleetLoadMain(int clients, int requests, long warmUpMillis) {
    this.clients = clients;
    this.requests = requests;
    this.warmUpNanos = TimeUnit.MILLISECONDS.toNanos(warmUpMillis);
  }

  /**
   * Measures once, and waits to be killed; the token is the first line of its input, empty for
   * none.
   *
   * @param args the port, the number of clients and of requests, ms to warm up, and seconds without
   *     any answer after which it gives up
   */
  public static void main(String[] args) throws IOException {
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    String token = line.isEmpty() ? null : line;
    int clients = Integer.parseInt(args[1]);
    EventLoop loop = Generator.newEventLoop();
    FleetLoadMain load =
        new FleetLoadMain(clients, Integer.parseInt(args[2]), Long.parseLong(args[3]));
    loop.execute(() -> load.start(loop, Integer.parseInt(args[0]), clients, token));
    long silence = Long.parseLong(args[4]);
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
    if (progress() == progressBefore) {
      end(
          "no answer for %d s, after %,d requests: is a limit below the number of clients?"
              .formatted(silence, done));
    }
    progressBefore = progress();
  }

  /** A client that is never answered would be hidden by the others' answers. */
  private int progress() {
    return answered.size() < clients ? answered.size() : done;
  }

  private void send(Call call) {
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
    long now = System.nanoTime();
    if (warm) {
      nanos.recordValue(Math.min(call.answered - call.due, LONGEST_NANOS));
    } else {
      answered.add(call);
      if (answered.size() == clients && now - start >= warmUpNanos) {
        warm = true;
        begun = now;
      }
    }
    if (nanos.getTotalCount() == requests) {
      // All clients have been busy up to here; those that still wait for an answer do not count.
      ResultLine.print(LoadFigures.of(done, (now - start) / NANOS, nanos, now - begun));
    } else if (nanos.getTotalCount() < requests) {
      send(call);
    }
  }

  private static void end(String why) {
    System.err.println(why);
    Runtime.getRuntime().halt(1);
  }
}
