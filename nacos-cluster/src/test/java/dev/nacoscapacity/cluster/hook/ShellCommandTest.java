package dev.nacoscapacity.cluster.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "curl -uops:S3cret http://h | curl",
        "/S3cret/bin/power.sh off | power.sh",
        "kill -9 $(cat pid) | kill",
        "true | true",
        "true; S3cret | true",
        "n={node}; kill $n | sh",
        "PASS=S3cret mysql -p$PASS | sh",
        "'S3cret x' y | sh",
        "S3cret=1 | sh",
        "ops:S3cret@h | sh",
        "$(S3cret) | sh",
        "`` | sh"
      })
  void shouldNameNothingButTheProgram(String command, String program) {
    assertThat(new ShellCommand(command).program()).isEqualTo(program);
    assertThat(new ShellCommand(command)).hasToString(program);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "curl -uops:S3cret h | denied for ops:S3cret | denied for ***",
        "curl -uops:S3cret h | denied for S3cret. | denied for ***.",
        "mysql -pS3cret | -p S3cret was wrong | -p *** was wrong",
        "ssh a | No route to host | No route to host"
      })
  void shouldHideWhatThePrintedLineHasOfTheCommand(String command, String line, String shown) {
    assertThat(new ShellCommand(command).masked(line)).isEqualTo(shown);
  }

  @Test
  void shouldShowALineWithoutEscapeSequencesOfATerminal() {
    assertThat(new ShellCommand("x").masked("a\u001b[31m\tb ")).isEqualTo("a [31m b");
  }

  @Test
  void shouldPutValuesInTheirPlaces() {
    Map<String, String> values =
        new TreeMap<>(Map.of("node", "nacos-0.nacos:8848", "ip", "10.0.0.1"));

    assertThat(new ShellCommand("ssh {ip} 'kill {node}' ${HOME} {x}").filled(values).text())
        .isEqualTo("ssh 10.0.0.1 'kill nacos-0.nacos:8848' ${HOME} {x}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.1:8848", "0:0:0:0:0:0:0:1", "[fe80::1]:8848", "nacos_1.local", "5"})
  void shouldTakeNamesAndAddresses(String value) {
    assertThatCode(() -> new ShellCommand("x {node}").filled(Map.of("node", value)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a;reboot",
        "$(reboot)",
        "`reboot`",
        "a'b",
        "-rf",
        "a\nb",
        "{ip}",
        "a|b",
        "~"
      })
  void shouldRefuseWhatAShellWouldReadAsMoreThanAWord(String value) {
    assertThatThrownBy(() -> new ShellCommand("x {node}").filled(Map.of("node", value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("may not stand in a command");
  }
}
