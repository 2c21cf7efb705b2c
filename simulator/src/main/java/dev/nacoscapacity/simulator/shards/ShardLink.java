package dev.nacoscapacity.simulator.shards;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One end of the connection between a shard and the coordinator of its run: messages, each a line,
 * over any two streams.
 */
final class ShardLink {

  private final BufferedReader in;
  private final PrintStream out;

  ShardLink(InputStream in, OutputStream out) {
    this.in = new BufferedReader(new InputStreamReader(in, UTF_8));
    this.out = new PrintStream(out, true, UTF_8);
  }

  /** Sends a message; any thread may call. Ignores that the other end is gone. */
  void send(ShardMessage message) {
    out.println(message.line());
  }

  /** Waits for the first message, before {@link #listen}; none where the other end is gone. */
  Optional<ShardMessage> receive() throws IOException {
    return Optional.ofNullable(in.readLine()).map(ShardMessage::parse);
  }

  /**
   * Starts a thread that receives the messages of the other end.
   *
   * @param broken receives why a message could not be read; no other follows
   * @param ended runs on that thread after the last message
   */
  void listen(
      String thread, Consumer<ShardMessage> received, Consumer<Exception> broken, Runnable ended) {
    Thread listener =
        new Thread(
            () -> {
              try {
                for (String line; (line = in.readLine()) != null; ) {
                  received.accept(ShardMessage.parse(line));
                }
              } catch (IOException | IllegalArgumentException e) {
                broken.accept(e);
              }
              ended.run();
            },
            thread);
    listener.setDaemon(true);
    listener.start();
  }
}
