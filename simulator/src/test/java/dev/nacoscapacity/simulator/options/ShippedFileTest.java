package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShippedFileTest {

  @TempDir Path folder;

  @Test
  void shouldNameTheFilesOfAFolder() throws IOException {
    for (String name : new String[] {"limits.yaml", "cost.yaml", "README.md"}) {
      Files.createFile(folder.resolve(name));
    }

    assertThat(ShippedFile.names(folder)).containsExactly("cost", "limits");
    assertThat(ShippedFile.names(folder.resolve("nowhere"))).isEmpty();
  }
}
