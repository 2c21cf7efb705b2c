package dev.nacoscapacity.cluster.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorTest {

  private final Typed typed = new Typed();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Operator person = new Operator(typed, new PrintStream(shown, true, UTF_8));

  /** A terminal, of which a line is there once Enter was pressed. */
  private static final class Typed extends InputStream {

    private String remainder = "";

    @Override
    public int available() {
      return remainder.length();
    }

    @Override
    public int read() {
      char next = remainder.charAt(0);
      remainder = remainder.substring(1);
      return next;
    }
  }

  @Test
  void shouldWaitForEnter() {
    Hook hook = person.ask("break node1 now");
    assertThat(hook.ended()).isFalse();
    assertThat(shown.toString(UTF_8)).contains("break node1 now", "Enter");

    typed.remainder = "ok\n";

    assertThat(hook.ended()).isTrue();
    assertThat(hook.ended()).as("also when it is asked again").isTrue();
    assertThat(hook.failure()).isEmpty();
  }

  @Test
  void shouldIgnoreAnEnterThatWasPressedBefore() {
    typed.remainder = "\n\n";
    Hook hook = person.ask("break node1 now");

    assertThat(hook.ended()).isFalse();
  }

  @Test
  void shouldAskForOneThingAfterTheOther() {
    Hook first = person.ask("break node1 now");
    Hook second = person.ask("break node2 now");
    assertThat(second.ended()).isFalse();
    assertThat(shown.toString(UTF_8)).isEmpty();
    assertThat(first.ended()).isFalse();

    typed.remainder = "\n";
    assertThat(second.ended()).as("it was not asked for yet").isFalse();
    assertThat(first.ended()).isTrue();
    assertThat(second.ended()).isFalse();
    assertThat(shown.toString(UTF_8)).contains("node2");

    typed.remainder = "\n";
    assertThat(second.ended()).isTrue();
  }

  @Test
  void shouldAskForTheNextWhenOneIsGivenUp() {
    Hook first = person.ask("break node1 now");
    Hook second = person.ask("heal node1 now");
    first.ended();
    first.cancel();

    second.ended();

    assertThat(shown.toString(UTF_8)).contains("heal node1 now");
  }

  @ParameterizedTest
  @CsvSource({"/dev/pts/3, true", "/dev/tty1, true", "/dev/null, false", "pipe:[42], false"})
  void shouldKnowWhetherAnInputIsATerminal(String input, boolean terminal, @TempDir Path folder)
      throws Exception {
    Path descriptor = Files.createSymbolicLink(folder.resolve("0"), Path.of(input));

    assertThat(Operator.canAnswer(descriptor)).isEqualTo(terminal);
  }
}
