package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ExitCodesTest {

  static Stream<Object> commands() {
    return Stream.of(new Bench(), new GrpcBench(), new WhyBoth());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldTellAnInternalErrorFromATargetThatWasMissed(Object command) {
    CommandSpec spec = new CommandLine(command).getCommandSpec();

    assertThat(spec.exitCodeOnExecutionException()).isEqualTo(70);
    assertThat(spec.usageMessage().exitCodeList()).containsKeys("64", "70");
  }
}
