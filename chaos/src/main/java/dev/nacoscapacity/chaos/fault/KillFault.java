package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** SIGKILL, and a start. */
record KillFault(Node victim) implements Fault {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final int CONNECT_MS = 500;

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments) {
    moments.signal();
    victim.kill();
    moments.exit();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    do {
      if (!connects()) {
        moments.portClosed();
        return;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    } while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted());
  }

  private boolean connects() {
    try (Socket socket = new Socket()) {
      socket.connect(victim.http(), CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void heal() {
    victim.start();
  }
}
