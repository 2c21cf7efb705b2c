package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** How tests look at what a cluster refuses: at the figures and names in it, not at sentences. */
public final class ClusterFailures {

  private ClusterFailures() {}

  /** A call is refused with these words in the message. */
  public static void assertFails(ThrowingCallable call, String... words) {
    AbstractThrowableAssert<?, ?> failure =
        assertThatThrownBy(call).isInstanceOf(ClusterException.class);
    for (String word : words) {
      failure.hasMessageContaining(word);
    }
  }
}
