package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.Loop;
import java.time.Duration;

/** Requests of the server's on the streams, and their acknowledgements. */
final class Pushes {

  private final Loop loop;
  private long lastId;
  private long failed;

  Pushes(Loop loop) {
    this.loop = loop;
  }

  /** Names a request; many connections may be sent one of the same name. */
  String newId() {
    return Long.toString(++lastId);
  }

  /**
   * Sends a request.
   *
   * @param id the one in the payload
   * @param failure told when the client did not acknowledge it in time, or could not be sent it;
   *     not when the connection is gone
   */
  void send(
      GrpcClient to, String id, byte[] payload, Duration timeout, Runnable done, Runnable failure) {
    Runnable failing =
        () -> {
          failed++;
          failure.run();
        };
    if (!to.send(payload)) {
      loop.execute(failing);
      return;
    }
    to.awaited().put(id, done);
    loop.after(
        timeout,
        () -> {
          if (to.awaited().remove(id, done)) {
            failing.run();
          }
        });
  }

  void acknowledged(GrpcClient by, String id) {
    Runnable done = by.awaited().remove(id);
    if (done != null) {
      done.run();
    }
  }

  /** How many requests were not acknowledged in time. */
  long failed() {
    return failed;
  }
}
