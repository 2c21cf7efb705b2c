package dev.nacoscapacity.core.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/**
 * A file that grows by whole lines. Appended lines go to memory, which never fails; {@link #flush}
 * writes them to the operating system. When a flush fails, the file keeps its previous content.
 */
final class AppendFile {

  private final Path path;
  private final SeekableByteChannel channel;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

  AppendFile(Path path, SeekableByteChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** A stream for whole lines; writing to it never throws. */
  OutputStream pending() {
    return pending;
  }

  void append(byte[] line) {
    pending.writeBytes(line);
  }

  void flush() {
    ByteBuffer bytes = ByteBuffer.wrap(pending.toByteArray());
    pending.reset();
    try {
      long end = channel.position();
      try {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      } catch (IOException e) {
        cutBackTo(end, e);
        throw e;
      }
    } catch (IOException e) {
      throw RecordException.unwritable(path, e);
    }
  }

  /** A partial line could be read as a complete line with wrong figures. */
  private void cutBackTo(long end, IOException fault) {
    try {
      channel.truncate(end);
    } catch (IOException e) {
      fault.addSuppressed(e);
    }
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw RecordException.unwritable(path, e);
    }
  }
}
