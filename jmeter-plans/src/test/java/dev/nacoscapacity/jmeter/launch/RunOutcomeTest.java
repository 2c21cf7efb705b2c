package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOutcomeTest {

  private static final String HEADER =
      "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";

  @TempDir private Path directory;

  @Test
  void shouldPassWhenNoMoreFailedThanAPassAllows() throws IOException {
    StringBuilder rows = new StringBuilder(HEADER);
    rows.append("1,1,beat,503,,false,\n");
    rows.append("1,1,beat,200,,true,\n".repeat(999));

    assertThat(of(rows.toString())).isEqualTo(new RunOutcome(0, List.of()));
  }

  @Test
  void shouldFailAndSayWhatFailedMost() throws IOException {
    RunOutcome outcome =
        of(HEADER + "1,1,beat,200,,false,lost (20404)\n1,1,beat,200,,true,\n1,1,list,200,,true,\n");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(line(outcome)).startsWith("beat: 1 of 2").endsWith("lost (20404)");
  }

  @Test
  void shouldTellWhyARunCouldNotBegin() throws IOException {
    assertThat(of(HEADER + "1,1,check,2,a:1 does not answer,false,\n"))
        .isEqualTo(new RunOutcome(2, List.of("a:1 does not answer")));
    assertThat(of(HEADER + "1,1,check,64,-Jmix is wrong,false,\n"))
        .isEqualTo(new RunOutcome(64, List.of("-Jmix is wrong")));
    assertThat(of(HEADER + "1,1,check,200,instances=1,true,\n1,1,login,403,,false,refused\n"))
        .isEqualTo(new RunOutcome(2, List.of("refused")));
  }

  @Test
  void shouldReserveNoLabelsInAnotherPlan() throws IOException {
    String mostly = "1,1,check,200,OK,true,\n".repeat(2000);

    RunOutcome logins = of(HEADER + mostly + "1,1,login,500,,false,\n1,1,beat,200,,true,\n");

    assertThat(logins.exitCode()).isEqualTo(1);
    assertThat(line(logins)).startsWith("login: 1 of 1 samples");
    assertThat(of(HEADER + mostly + "1,1,check,500,,false,\n1,1,beat,200,,true,\n").exitCode())
        .isZero();
    String answered = "1,1,login,200,,true,\n".repeat(2000);
    assertThat(of(HEADER + answered + "1,1,login,64 x,,false,\n").exitCode()).isZero();
    assertThat(of(HEADER + "1,1,login,500,,false,\n1,1,login,500,,false,\n").exitCode())
        .isEqualTo(1);
  }

  @Test
  void shouldNotFailOurPlansForFailedScrapes() throws IOException {
    String samples = "1,1,beat,200,,true,\n1,1,scrape,406,Not Acceptable,false,\n";

    RunOutcome outcome = of(HEADER + "1,1,check,200,instances=1,true,\n" + samples);

    assertThat(outcome.exitCode()).isZero();
    assertThat(line(outcome)).startsWith("scrape: 1 of 1 samples");
    assertThat(of(HEADER + samples).exitCode()).isEqualTo(1);
  }

  @Test
  void shouldBeInconclusiveWhenTheResultsEndWithinALine() throws IOException {
    RunOutcome outcome = of(HEADER + "1,1,beat,200,,true,\n1,1,beat,2");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(line(outcome)).contains("ends within a line");
  }

  @Test
  void shouldBeInconclusiveWithoutSamples() throws IOException {
    assertThat(of(HEADER).exitCode()).isEqualTo(2);
    assertThat(of("").exitCode()).isEqualTo(2);
    assertThat(RunOutcome.of(directory.resolve("absent")).exitCode()).isEqualTo(2);
  }

  private static String line(RunOutcome outcome) {
    assertThat(outcome.lines()).hasSize(1);
    return outcome.lines().get(0);
  }

  private RunOutcome of(String jtl) throws IOException {
    return RunOutcome.of(Files.writeString(directory.resolve("out.jtl"), jtl));
  }
}
