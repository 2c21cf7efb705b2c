package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.Runs;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {

  @TempDir Path folder;
  private long free = Long.MAX_VALUE;

  @Test
  void shouldKeepWholeRowsAndReportAFullDiskOnce() throws IOException {
    Recorder recorder = Recorder.open(folder, Runs.begun().build(), this::limited);
    recorder.event(event("first"));
    recorder.flush();
    String before = Files.readString(folder.resolve("events.jsonl"));

    free = 10;
    recorder.event(event("second"));
    assertThatThrownBy(recorder::flush)
        .isInstanceOf(RecordException.class)
        .message()
        .contains("events.jsonl", "No space left on device", "--out DIR");

    free = Long.MAX_VALUE;
    recorder.event(event("third"));
    assertThatCode(recorder::flush).doesNotThrowAnyException();
    assertThatCode(recorder::close).doesNotThrowAnyException();
    assertThat(folder.resolve("events.jsonl")).hasContent(before);
  }

  @Test
  void shouldNoteInTheRecordThatRowsWereLost() {
    try (Recorder recorder = Recorder.open(folder, Runs.begun().build(), this::limited)) {
      recorder.flush();
      free = 0;
      recorder.event(event("lost"));
      assertThatThrownBy(recorder::flush).isInstanceOf(RecordException.class);
      free = Long.MAX_VALUE;
      recorder.finish(Runs.good());
    }

    RunRecord run = RunFolder.open(folder).run();
    assertThat(run.interrupted()).isFalse();
    assertThat(run.notes())
        .singleElement()
        .asString()
        .contains("events.jsonl", "No space left on device");
  }

  @Test
  void shouldKeepTheFirstRecordWhenTheLastDoesNotFit() {
    try (Recorder recorder = Recorder.open(folder, Runs.begun().build(), this::limited)) {
      recorder.flush();
      free = 100;
      assertThatThrownBy(() -> recorder.finish(Runs.good()))
          .isInstanceOf(RecordException.class)
          .message()
          .contains("run.json", "No space left on device");
    }

    assertThat(RunFolder.open(folder).run().interrupted()).isTrue();
    assertThat(folder.resolve("run.json.tmp")).doesNotExist();
  }

  @Test
  void shouldReportAFullDiskAtTheStart() {
    free = 0;

    assertThatThrownBy(() -> Recorder.open(folder, Runs.begun().build(), this::limited))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReportAFullDevice() {
    Recorder.Opener full =
        file ->
            file.endsWith("intervals.csv")
                ? Files.newByteChannel(Path.of("/dev/full"), StandardOpenOption.WRITE)
                : limited(file);

    assertThatThrownBy(() -> Recorder.open(folder, Runs.begun().build(), full))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("intervals.csv: No space left on device");
    assertThat(RunFolder.open(folder).run().interrupted()).isTrue();
  }

  private static Event event(String text) {
    return new Event(Instant.EPOCH, 0, Event.MESSAGE, Map.of("text", text));
  }

  /** Takes what is free, then fails as a full disk does: in the middle of a row. */
  private SeekableByteChannel limited(Path file) throws IOException {
    SeekableByteChannel disk =
        Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return (SeekableByteChannel)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SeekableByteChannel.class},
            (channel, method, arguments) ->
                method.getName().equals("write")
                    ? write(disk, (ByteBuffer) arguments[0])
                    : method.invoke(disk, arguments));
  }

  private int write(SeekableByteChannel disk, ByteBuffer bytes) throws IOException {
    if (free <= 0 && bytes.hasRemaining()) {
      throw new IOException("No space left on device");
    }
    int length = (int) Math.min(free, bytes.remaining());
    int written = disk.write(bytes.slice(bytes.position(), length));
    bytes.position(bytes.position() + written);
    free -= written;
    return written;
  }
}
