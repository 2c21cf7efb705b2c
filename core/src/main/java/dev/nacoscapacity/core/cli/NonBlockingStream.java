package dev.nacoscapacity.core.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A stream that blocks its writers for a moment at most: a daemon thread writes what they wrote. A
 * terminal that is paused (Ctrl-S), or a pipe that nobody reads, would otherwise stop the thread
 * that prints a line, which may be the only one that can end the load. What nobody reads is dropped
 * beyond a limit, and a line says so.
 */
final class NonBlockingStream extends OutputStream {

  /** In pieces of at most a line: hours of lines. */
  private static final int MOST_UNREAD = 10_000;

  private static final Duration PATIENCE = Duration.ofMillis(200);

  private static final Duration LAST_PATIENCE = Duration.ofSeconds(10);

  private static NonBlockingStream standardError;

  private final PrintStream out;
  private final Duration patience;
  private final ThreadPoolExecutor writer;

  /** Bytes dropped since the last line that said so. */
  private final AtomicLong dropped = new AtomicLong();

  /** Done when all is written that was there at the last flush that waited. */
  private volatile Future<?> flushed = CompletableFuture.completedFuture(null);

  /**
   * @param out written by one thread only; it keeps to itself that its reader is gone
   * @param mostQueued in pieces, as they are written to this stream; what exceeds it is dropped
   * @param patience longest time that {@link #flush} waits
   */
  NonBlockingStream(PrintStream out, int mostQueued, Duration patience) {
    this.out = out;
    this.patience = patience;
    this.writer =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(mostQueued),
            task -> {
              Thread thread = new Thread(task, "console");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Lets no thread that prints wait for a terminal that is paused, or a pipe that nobody reads. */
  static void unblockStandardError() {
    standardError = new NonBlockingStream(System.err, MOST_UNREAD, PATIENCE);
    Charset charset =
        Charset.forName(System.getProperty("native.encoding", StandardCharsets.US_ASCII.name()));
    System.setErr(new PrintStream(standardError, true, charset));
  }

  /** Gives a slow reader time for the last lines before this process exits. */
  static void drainStandardError() {
    System.err.flush();
    standardError.writer.shutdown();
    // An interrupted thread would not wait.
    Thread.interrupted();
    try {
      standardError.writer.awaitTermination(LAST_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Keeps the bytes, or drops them. */
  @Override
  public void write(byte[] bytes, int offset, int length) {
    byte[] piece = Arrays.copyOfRange(bytes, offset, offset + length);
    try {
      writer.execute(() -> print(piece));
    } catch (RejectedExecutionException e) {
      dropped.addAndGet(length);
    }
  }

  private void print(byte[] piece) {
    out.write(piece, 0, piece.length);
    if (writer.getQueue().isEmpty() && dropped.get() > 0) {
      out.printf(
          "%nnote: %,d bytes of output were dropped, since nothing read them%n",
          dropped.getAndSet(0));
    }
    out.flush();
  }

  /**
   * Waits for a moment until all is written, unless an earlier wait was in vain. An interrupt ends
   * the wait.
   */
  @Override
  public void flush() {
    if (!flushed.isDone()) {
      return;
    }
    try {
      flushed = writer.submit(() -> print(new byte[0]));
      flushed.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      // The daemon thread goes on writing.
    }
  }
}
