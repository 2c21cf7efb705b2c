package dev.nacoscapacity.simulator.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {

  private final FakeTerminal terminal = new FakeTerminal(40, 10);
  private final Screen screen = new Screen(terminal, terminal, UTF_8);
  private final PrintStream text = new PrintStream(screen, true, UTF_8);

  @Test
  void shouldReplaceTheBoardWhereItStands() throws IOException {
    show("one", "two");
    show("three", "four");

    assertThat(terminal.text()).containsExactly("three", "four");
  }

  @Test
  void shouldPutTextAboveTheBoardWhenSomeonePrints() throws IOException {
    show("board");
    text.println("first");
    text.println("second");
    show("board, later");

    assertThat(terminal.text()).containsExactly("first", "second", "board, later");
  }

  @Test
  void shouldWaitWithTheBoardUntilALineIsWhole() throws IOException {
    show("board");
    text.print("half ");
    text.flush();
    show("board 2");
    text.println("a line");

    assertThat(terminal.text()).containsExactly("half a line", "board 2");
  }

  @Test
  void shouldLeaveNothingBehindWhenTheBoardIsTakenAway() throws IOException {
    text.println("before");
    show("one", "two");
    show();
    text.println("after");

    assertThat(terminal.text()).containsExactly("before", "after");
  }

  @Test
  void shouldForgetWhatWasTypedIntoItsLastRow() throws IOException {
    show("board");
    terminal.write("^C".getBytes(UTF_8));
    show("board 2");

    assertThat(terminal.text()).containsExactly("board 2");
  }

  @Test
  void shouldShowNoMoreRowsThanThereAre() throws IOException {
    terminal.resize(40, 3);
    show("one", "two", "three", "four");

    assertThat(terminal.text()).containsExactly("one", "two");
  }

  @Test
  void shouldClimbOverTheRowsThatANarrowerTerminalMadeOfOne() throws IOException {
    show("x".repeat(39), "short");
    terminal.reset();
    terminal.resize(20, 10);
    show("new");

    assertThat(terminal.toString(UTF_8)).startsWith("\r\033[3A");
  }

  @Test
  void shouldStartAnewWhenAShellHasWrittenMeanwhile() throws IOException {
    show("board");
    terminal.write("$ fg\n".getBytes(UTF_8));
    screen.forget();
    show("board 2");

    assertThat(terminal.text()).containsExactly("board", "$ fg", "board 2");
  }

  @Test
  void shouldLeaveLinesWrappingAsTheyDidBefore() throws IOException {
    show("board");

    assertThat(terminal.toString(UTF_8)).containsSubsequence("\033[?7l", "board", "\033[?7h");
    assertThat(terminal.toString(UTF_8)).doesNotContain("\033[?25l").doesNotContain("\033[?1049");
  }

  private void show(String... lines) throws IOException {
    List<StyledLine> board =
        Arrays.stream(lines).map(line -> new StyledLine(99, false).add(line)).toList();
    screen.show(board);
  }
}
