package dev.nacoscapacity.simulator.preflight.machine;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One limit compared with the requirement of a fleet.
 *
 * @param item the limited resource, and its unit
 * @param needed amount that the fleet needs
 * @param available amount on this machine; empty when it cannot be read, which counts as enough
 * @param blocks whether a shortage breaks a run instead of only slowing it
 * @param remedy command or change that removes the shortage; empty when there is no shortage
 */
public record LimitCheck(
    Message item, long needed, OptionalLong available, boolean blocks, Optional<Message> remedy) {

  static LimitCheck of(
      Message item, long needed, OptionalLong available, boolean blocks, Message remedy) {
    boolean enough = available.isEmpty() || available.getAsLong() >= needed;
    return new LimitCheck(
        item, needed, available, blocks, enough ? Optional.empty() : Optional.of(remedy));
  }

  public boolean enough() {
    return remedy.isEmpty();
  }

  /** Describes the shortage and the remedy. */
  public String sentence() {
    return Message.of(
            "doctor.shortage",
            with("item", item)
                .and("needed", needed)
                .and("here", available.orElse(0))
                .and("remedy", remedy))
        .text();
  }
}
