package dev.nacoscapacity.jmeter.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.jmeter.sampler.RunningShard.Line;
import dev.nacoscapacity.reports.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordTailTest {

  private static final String COLUMNS =
      "time,seconds,phase,operation,required,started,ok,failed,missed,rerouted,inFlight,unserved,"
          + "longestUnservedMs,p50Ms,p99Ms,maxMs\n";

  @TempDir private Path folder;

  @Test
  void shouldTellOfASecondInWhichCallsWereDueAndNoneEnded() throws IOException {
    long end = Instant.parse("2026-01-02T03:04:06Z").toEpochMilli();
    String message = "shard=1/2 phase=measure required=200 missed=50";

    assertThat(lines("2026-01-02T03:04:06Z,1.0,measure,beat,200,150,0,0,50,0,150,0,0,,,\n"))
        .containsExactly(new Line("beat", end, 0, 0, 0, "200", message));
  }

  @Test
  void shouldTellNothingOfASecondInWhichNothingWasDue() throws IOException {
    assertThat(lines("2026-01-02T03:04:06Z,1.0,measure,connect,0,3,0,0,0,0,0,0,0,,,\n")).isEmpty();
  }

  private List<Line> lines(String rows) throws IOException {
    Files.writeString(folder.resolve(RunFolder.INTERVALS_CSV), COLUMNS + rows);
    return new RecordTail(folder, "shard=1/2").read(true);
  }
}
