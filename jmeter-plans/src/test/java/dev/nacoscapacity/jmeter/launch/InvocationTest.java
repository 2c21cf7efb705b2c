package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InvocationTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-n -t plan.jmx -l out.jtl -R a:1,b -Jx=1",
        "-nt plan.jmx -lout.jtl -Ra:1,b -J x=1",
        "--nongui --testfile plan.jmx --logfile=out.jtl --remotestart=a:1,b --jmeterproperty x=1",
      })
  void shouldReadOptionsInEveryFormThatJmeterTakes(String line) {
    Invocation invocation = Invocation.parse(line.split(" "));

    assertThat(invocation.runsPlan()).isTrue();
    assertThat(invocation.plan).hasToString("plan.jmx");
    assertThat(invocation.results).hasToString("out.jtl");
    assertThat(invocation.engines("")).containsExactly("a:1", "b");
    assertThat(invocation.properties).containsEntry("x", "1");
    assertThat(invocation.arguments).containsExactly(line.split(" "));
  }

  @Test
  void shouldTakeTheConfiguredEnginesWhenAskedForAll() {
    assertThat(Invocation.parse("-n", "-t", "p", "-r").engines("c,d")).containsExactly("c", "d");
    assertThat(Invocation.parse("-n", "-t", "p").engines("c,d")).isEmpty();
  }

  @Test
  void shouldNameAnOptionThatLacksItsValue() {
    assertThatThrownBy(() -> Invocation.parse("-n", "-t"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Missing required parameter for option '--testfile'");
  }

  /** JMeter prints "Error: Unknown option", runs nothing and exits with 0. */
  @ParameterizedTest
  @ValueSource(strings = {"-n -t p --dryrun", "--dryrun", "-n -t p -Z"})
  void shouldRefuseAnOptionThatJmeterDoesNotHave(String line) {
    String[] arguments = line.split(" ");

    assertThatThrownBy(() -> Invocation.parse(arguments))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Unknown option: '" + arguments[arguments.length - 1]);
  }

  @Test
  void shouldReadOptionsBesideOthersOfJmeters() {
    Invocation invocation =
        Invocation.parse(
            "-Dsystem=-t", "-p", "own.properties", "-X", "-ent", "plan.jmx", "-J", "flag", "@file");

    assertThat(invocation.runsPlan()).isTrue();
    assertThat(invocation.plan).hasToString("plan.jmx");
    assertThat(invocation.properties).containsEntry("flag", "");
  }

  @Test
  void shouldTakeTheLastOfAPropertyThatIsRepeated() {
    Invocation invocation = Invocation.parse("-n", "-t", "a", "-Jx=1", "-Jx=2=3");

    assertThat(invocation.properties).containsEntry("x", "2=3");
  }

  /** JMeter prints "Error: Duplicate options", runs nothing and exits with 0. */
  @ParameterizedTest
  @CsvSource({
    "-n -t p -R a -R b, --remotestart",
    "-n -t p -Ra --remotestart=b, --remotestart",
    "-n -t p -t q, --testfile",
    "-n -n -t p, --nongui"
  })
  void shouldRefuseAnOptionThatIsRepeatedWhereJmeterDoes(String line, String option) {
    assertThatThrownBy(() -> Invocation.parse(line.split(" ")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("option '" + option + "'")
        .hasMessageContaining("only once");
  }

  @Test
  void shouldTakeTheEnginesOfTheListBeforeTheConfiguredOnes() {
    assertThat(Invocation.parse("-n", "-t", "p", "-r", "-R", "a, b").engines("c"))
        .containsExactly("a", "b");
  }

  @Test
  void shouldAcceptOptionsThatJmeterTakesMoreThanOnce() {
    String line = "-n -t p -L a=INFO -L b=INFO -q one -q two -e -X";

    assertThat(Invocation.parse(line.split(" ")).runsPlan()).isTrue();
  }
}
