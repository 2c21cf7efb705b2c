package dev.nacoscapacity.core.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file atomically. */
public final class AtomicFile {

  private AtomicFile() {}

  /**
   * Writes a file, replaces an older one, and overwrites a draft that a crash left behind.
   *
   * @throws RecordException when the file cannot be written
   */
  public static void write(Path file, byte[] content) {
    write(
        file,
        content,
        draft ->
            Files.newByteChannel(
                draft,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE));
  }

  static void write(Path file, byte[] content, Recorder.Opener opener) {
    Path draft = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      try (SeekableByteChannel channel = opener.open(draft)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (channel instanceof FileChannel disk) {
          disk.force(true);
        }
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      draft.toFile().delete();
      throw RecordException.unwritable(file, e);
    }
  }
}
