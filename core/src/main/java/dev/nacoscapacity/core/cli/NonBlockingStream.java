package dev.nacoscapacity.core.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * A stream that blocks its writers for a moment at most: a daemon thread writes what they wrote. A
 * terminal that is paused (Ctrl-S), or a pipe that nobody reads, would otherwise stop the thread
 * that prints a line, which may be the only one that can end the load. What nobody reads is dropped
 * beyond a limit, and a line says so.
 */
final class NonBlockingStream extends OutputStream {

  /** In bytes; hours of lines. */
  private static final int MOST_UNREAD = 1_000_000;

  private static final Duration PATIENCE = Duration.ofMillis(200);

  private static final Duration LAST_PATIENCE = Duration.ofSeconds(10);

  private static NonBlockingStream standardError;

  private final PrintStream out;
  private final int mostQueued;
  private final Duration patience;
  private final Queue<byte[]> queue = new ArrayDeque<>();

  /** Bytes that are not written yet. */
  private int queued;

  private long dropped;

  /** Whether a flush waited in vain, and not all was written since. */
  private boolean stuck;

  /**
   * @param out written by one thread only; it keeps to itself that its reader is gone
   * @param mostQueued in bytes; what exceeds it is dropped
   * @param patience longest time that {@link #flush} waits
   */
  NonBlockingStream(PrintStream out, int mostQueued, Duration patience) {
    this.out = out;
    this.mostQueued = mostQueued;
    this.patience = patience;
    Thread writer = new Thread(this::writeAll, "console");
    writer.setDaemon(true);
    writer.start();
  }

  /** Lets no thread that prints wait for a terminal that is paused, or a pipe that nobody reads. */
  static void unblockStandardError() {
    standardError = new NonBlockingStream(System.err, MOST_UNREAD, PATIENCE);
    System.setErr(new PrintStream(standardError, true, charset()));
  }

  /** Gives a slow reader time for the last lines before this process exits. */
  static void drainStandardError() {
    System.err.flush();
    standardError.drain(LAST_PATIENCE);
  }

  /** The character set of what is printed: the locale's, or UTF-8 where that has no Chinese. */
  static Charset charset() {
    Charset locale =
        Charset.forName(System.getProperty("native.encoding", StandardCharsets.US_ASCII.name()));
    return locale.newEncoder().canEncode('中') ? locale : StandardCharsets.UTF_8;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Keeps the bytes, or drops them. */
  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (queued + length > mostQueued) {
      dropped += length;
      return;
    }
    queue.add(Arrays.copyOfRange(bytes, offset, offset + length));
    queued += length;
    notifyAll();
  }

  /** Waits for a moment until all is written, unless an earlier wait was in vain. */
  @Override
  public synchronized void flush() {
    if (!stuck) {
      stuck = !drain(patience);
    }
  }

  /** Waits until all is written; returns whether that was in time. */
  synchronized boolean drain(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    long remaining = atMost.toNanos();
    while (queued > 0 && remaining > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, remaining);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      remaining = deadline - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return queued == 0;
  }

  private void writeAll() {
    try {
      while (true) {
        byte[] next = next();
        out.write(next, 0, next.length);
        out.flush();
        written(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized byte[] next() throws InterruptedException {
    while (queue.isEmpty()) {
      wait();
    }
    return queue.remove();
  }

  private synchronized void written(byte[] bytes) {
    queued -= bytes.length;
    stuck &= queued > 0;
    if (dropped > 0 && queued == 0) {
      byte[] note =
          "%nnote: %,d bytes of output were dropped, since nothing read them%n"
              .formatted(dropped)
              .getBytes(StandardCharsets.US_ASCII);
      dropped = 0;
      queue.add(note);
      queued = note.length;
    }
    notifyAll();
  }
}
