package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.process.ProcessTable.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {

  @TempDir private Path proc;
  private ProcessTable table;

  @BeforeEach
  void create() {
    table = new ProcessTable(proc);
  }

  @Test
  void shouldReadStartTimeWhenNameHoldsParenthesesAndSpaces() throws IOException {
    stat(7, "a) S 1 (b", 'S', 4242);

    assertThat(table.identify(7)).contains(new Identity(7, 4242));
  }

  @Test
  void shouldFindNoProcessWhenThereIsNone() {
    assertThat(table.identify(7)).isEmpty();
    assertThat(table.lives(new Identity(7, 1))).isFalse();
  }

  @Test
  void shouldFindNoProcessWhenItIsAZombieWithoutThreads() throws IOException {
    stat(7, "java", 'Z', 4242, 1);
    stat(8, "java", 'Z', 4242, 2);

    assertThat(table.lives(new Identity(7, 4242))).isFalse();
    assertThat(table.lives(new Identity(8, 4242))).isTrue();
  }

  @Test
  void shouldNotRecognizeAProcessThatStartedAtAnotherTime() throws IOException {
    stat(7, "java", 'T', 4242);

    assertThat(table.lives(new Identity(7, 4242))).isTrue();
    assertThat(table.lives(new Identity(7, 4241))).isFalse();
    assertThat(table.paused(new Identity(7, 4241))).isFalse();
  }

  @Test
  void shouldBePausedWhenStoppedBySignal() throws IOException {
    stat(7, "java", 'T', 1);
    stat(8, "java", 'S', 1);

    assertThat(table.paused(new Identity(7, 1))).isTrue();
    assertThat(table.paused(new Identity(8, 1))).isFalse();
  }

  private void stat(long pid, String name, char state, long startTicks) throws IOException {
    stat(pid, name, state, startTicks, 30);
  }

  private void stat(long pid, String name, char state, long startTicks, int threads)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
    String fields4to21 = "1 1 1 0 -1 4194560 100 0 0 0 10 5 0 0 20 0 " + threads + " 0";
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) %c %s %d 1000000 200\n".formatted(pid, name, state, fields4to21, startTicks));
  }
}
