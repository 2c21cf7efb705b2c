package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** See {@link DeterminismIT} for what differs from process to process. */
class DeterminismTest {

  @TempDir Path folder;

  @Test
  void shouldWriteTheSameBytesWhenARunIsRepeated() throws IOException {
    ComparedRun.write(folder.resolve("first/run"));
    ComparedRun.write(folder.resolve("second/run"));

    Map<String, String> files = ComparedRun.files(folder.resolve("first/run"));
    assertThat(files)
        .containsKeys(
            RunFolder.RUN_JSON,
            RunFolder.INTERVALS_CSV,
            RunFolder.REGISTRY_CSV,
            RunFolder.EVENTS_JSONL,
            RunFolder.LATENCY_HLOG,
            RunFolder.MEASURED_HLOG);
    ComparedRun.assertSame(files, folder.resolve("second/run"));
  }
}
