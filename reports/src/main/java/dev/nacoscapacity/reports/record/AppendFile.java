package dev.nacoscapacity.reports.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/**
 * A file that grows by whole lines. Appending goes to memory and never fails; {@link #flush} hands
 * all of it to the operating system, or, when that fails, leaves the file as it was before.
 */
final class AppendFile {

  private final Path path;
  private final SeekableByteChannel channel;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

  AppendFile(Path path, SeekableByteChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Takes whole lines, and never throws. */
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

  /** Half a line would be read as a whole one with other figures. */
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
