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
  void shouldBufferUnreadOutputInOrder() throws IOException {
    NonBlockingStream stream = new NonBlockingStream(pipe, 100, NO_PATIENCE);
    print(stream, "one ");
    print(stream, "two ");
    assertThat(output.size()).isZero();

    read.countDown();
    untilWritten(stream, "one two ");

    print(stream, "three");
    untilWritten(stream, "one two three");
  }

  @Test
  void shouldSayHowMuchItDroppedWhenNobodyReads() throws IOException {
    NonBlockingStream stream = new NonBlockingStream(pipe, 10, NO_PATIENCE);
    print(stream, "123456789");
    print(stream, "no more than ten are kept");

    read.countDown();

    untilWritten(
        stream,
        "123456789%nnote: 25 bytes of output were dropped, since nothing read them%n".formatted());
  }

  @Test
  void shouldWaitForTheReaderWhenItReads() throws IOException {
    read.countDown();
    NonBlockingStream stream = new NonBlockingStream(pipe, 100, ANY_TIME);

    print(stream, "at once");

    assertThat(output.toString(US_ASCII)).isEqualTo("at once");
  }

  private void untilWritten(NonBlockingStream stream, String text) {
    stream.drain(ANY_TIME);
    assertThat(output.toString(US_ASCII)).isEqualTo(text);
  }
}
