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
    assertThat(outcome.lines()).singleElement().asString().startsWith("beat: 1 of 2 samples");
    assertThat(outcome.lines()).singleElement().asString().endsWith("most often: lost (20404)");
  }

  @Test
  void shouldTellWhyARunCouldNotBegin() throws IOException {
    assertThat(of(HEADER + "1,1,check,2,a:1 does not answer,false,\n"))
        .isEqualTo(new RunOutcome(2, List.of("a:1 does not answer")));
    assertThat(of(HEADER + "1,1,check,64,-Jmix is wrong,false,\n"))
        .isEqualTo(new RunOutcome(64, List.of("-Jmix is wrong")));
    assertThat(of(HEADER + "1,1,check,200,x,true,\n1,1,login,403,,false,refused\n"))
        .isEqualTo(new RunOutcome(2, List.of("refused")));
  }

  @Test
  void shouldLetTheWorstShardDecide() throws IOException {
    RunOutcome outcome =
        of(
            HEADER
                + "1,0,verdict,2,shard 1/3: INCONCLUSIVE; run folder /r/1,false,\n"
                + "1,0,verdict,1,shard 2/3: FAIL; run folder /r/2,false,\n"
                + "1,0,verdict,0,shard 3/3: PASS; run folder /r/3,true,\n");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.runFolders())
        .containsExactly(Path.of("/r/1"), Path.of("/r/2"), Path.of("/r/3"));
  }

  @Test
  void shouldBeInconclusiveWithoutSamples() throws IOException {
    assertThat(of(HEADER).exitCode()).isEqualTo(2);
    assertThat(of("").exitCode()).isEqualTo(2);
    assertThat(RunOutcome.of(directory.resolve("absent")).exitCode()).isEqualTo(2);
  }

  private RunOutcome of(String jtl) throws IOException {
    return RunOutcome.of(Files.writeString(directory.resolve("out.jtl"), jtl));
  }
}
