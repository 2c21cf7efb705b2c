package dev.nacoscapacity.reports.jtl;

/**
 * One line of a JTL: a sample, or as {@code SampleCount} says, several.
 *
 * @param start in ms since the epoch
 * @param elapsed in ms
 * @param label the sampler's name; in this project's plans the operation
 * @param count samples; 0 for a second of a fleet in which calls were due and none ended
 * @param errors how many of them failed
 * @param code the response's code, for example {@code 200}
 * @param message the response's message; in this project's plans also what else there is to know
 * @param failure why an assertion failed; empty when none did
 */
public record JtlRow(
    long start,
    long elapsed,
    String label,
    long count,
    long errors,
    String code,
    String message,
    String failure) {

  /** In ms since the epoch. A second's worth of samples bears the end of the second as its time. */
  public long end() {
    return aggregated() ? start : start + elapsed;
  }

  /** Whether it stands for a second's worth of samples, with their histogram in its message. */
  boolean aggregated() {
    return message.contains(" phase=");
  }

  public boolean ok() {
    return errors == 0;
  }

  /** Why it failed, as short as it is known: the assertion's words, or the response's. */
  public String reason() {
    if (!failure.isBlank()) {
      return (code.equals("200") ? "" : code + " ") + failure;
    }
    return aggregated() ? "see the shard's run folder" : (code + " " + message).strip();
  }
}
