package dev.nacoscapacity.jmeter.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a text file while another thread appends to it, whole lines only. */
final class GrowingFile {

  private final Path file;
  private long read;

  GrowingFile(Path file) {
    this.file = file;
  }

  /** The lines that have been finished since the last time; none while there is no file. */
  List<String> newLines() throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(read);
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size() - read));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until all that was there is here.
      }
      int whole = bytes.position();
      while (whole > 0 && bytes.get(whole - 1) != '\n') {
        whole--;
      }
      read += whole;
      return new String(bytes.array(), 0, whole, UTF_8).lines().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
