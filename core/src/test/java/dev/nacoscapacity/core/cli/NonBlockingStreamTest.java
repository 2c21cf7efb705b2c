package dev.nacoscapacity.core.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class NonBlockingStreamTest {

  private static final Duration NO_PATIENCE = Duration.ofMillis(1);
  private static final Duration ANY_TIME = Duration.ofSeconds(5);

  private final CountDownLatch read = new CountDownLatch(1);
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  /** A pipe that nobody reads at first. */
  private final PrintStream pipe =
      new PrintStream(
          new OutputStream() {
            @Override
            public void write(int b) {
              throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
              try {
                read.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              output.write(bytes, offset, length);
            }
          });

  private static void print(OutputStream stream, String text) throws IOException {
    stream.write(text.getBytes(US_ASCII));
    stream.flush();
  }

  @Test
  void shouldBufferUnreadOutputInOrder() throws IOException, InterruptedException {
    NonBlockingStream stream = new NonBlockingStream(pipe, 100, NO_PATIENCE);
    print(stream, "one ");
    print(stream, "two ");
    assertThat(output.size()).isZero();

    read.countDown();
    untilWritten("one two ");

    print(stream, "three");
    untilWritten("one two three");
  }

  @Test
  void shouldSayHowMuchItDroppedWhenNobodyReads() throws IOException, InterruptedException {
    NonBlockingStream stream = new NonBlockingStream(pipe, 1, NO_PATIENCE);
    print(stream, "at once ");
    print(stream, "this is the second");

    read.countDown();

    untilWritten(
        "at once %nnote: 18 bytes of output were dropped, since nothing read them%n".formatted());
  }

  @Test
  void shouldWaitForTheReaderWhenItReads() throws IOException {
    read.countDown();
    NonBlockingStream stream = new NonBlockingStream(pipe, 100, ANY_TIME);

    print(stream, "at once");

    assertThat(output.toString(US_ASCII)).isEqualTo("at once");
  }

  private void untilWritten(String text) throws InterruptedException {
    while (output.size() < text.length()) {
      Thread.sleep(1);
    }
    assertThat(output.toString(US_ASCII)).isEqualTo(text);
  }
}
