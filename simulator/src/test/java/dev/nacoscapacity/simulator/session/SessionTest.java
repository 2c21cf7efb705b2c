package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTest {

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  /** Stops for which the registry is not to blame, nor in need of protection. */
  private static final Set<StopSignal.Cause> OWN =
      EnumSet.of(StopSignal.Cause.INTERRUPTED, StopSignal.Cause.RECORD);

  @ParameterizedTest
  // A bound ends its own run only.
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOUND")
  void shouldStartNoFurtherRunAfterAStopOfAnyCause(StopSignal.Cause cause) {
    RunOptions options = new RunOptions();
    Conventions.parser(options).parseArgs("--instances=9", "--target=192.0.2.1:8848");
    ResourceCheck room = new ResourceCheck(false, Optional.empty());
    try (Session session =
        new Session(options, room, options.workload().realServer(), "", NOWHERE)) {
      assertThat(session.whyOver()).isEmpty();

      session.stop().stop(cause, Message.asIs("for a reason"));

      assertThat(session.whyOver())
          .hasValueSatisfying(why -> assertThat(why.text()).endsWith("reason"));
      assertThat(session.protection().isPresent()).isEqualTo(!OWN.contains(cause));
    }
  }
}
