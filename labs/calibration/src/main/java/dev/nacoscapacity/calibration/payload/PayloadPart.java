package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartTable;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.payload.EchoSetting.Stack;
import dev.nacoscapacity.calibration.payload.EchoSetting.Writes;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import java.util.ArrayList;
import java.util.List;

/** Measures the cost of the size of an answer. */
public final class PayloadPart extends Part {

  static final String RATE = "rate";
  static final String MEGABYTES = "megabytes";
  static final String MEAN = "mean";
  static final String P90 = "p90";
  static final String MAX = "max";
  static final String STALLED = "stalled";
  static final String CPU = "cpu";
  static final String CPU_EACH = "cpuEach";
  static final String SWITCHES = "switches";
  static final String CLIENT_CPU = "clientCpu";

  static final PartTable TABLE =
      PartTable.of("payload", "stack", "size", "executor", "buffer", "writes")
          .metric(RATE, "/s", 0)
          .metric(MEGABYTES, "MB/s", 1)
          .metric(MEAN, "ms", 2)
          .metric(P90, "ms", 2)
          .metric(MAX, "ms", 1)
          .metric(STALLED, "%", 2)
          .metric(CPU, "%", 0)
          .metric(CPU_EACH, "µs", 1)
          .metric(SWITCHES, "/s", 0)
          .metric(CLIENT_CPU, "%", 0);

  /** The message size at which the study saw a dip, in KB. */
  static final int DIP = 5;

  static final int BEFORE_DIP = 2;

  private static final int SMALLEST = 1;
  private static final int LARGEST = 100;
  private static final int[] ALL_SIZES = {SMALLEST, BEFORE_DIP, DIP, 10, 50, LARGEST};
  private static final int[] QUICK_SIZES = {SMALLEST, BEFORE_DIP, DIP, LARGEST};

  public PayloadPart() {
    super(TABLE);
  }

  @Override
  public List<Case> cases(Scale scale) {
    boolean full = scale == Scale.FULL;
    EchoCase.Timing timing = full ? EchoCase.Timing.FULL : EchoCase.Timing.QUICK;
    List<Case> cases = new ArrayList<>();
    for (Stack stack : Stack.values()) {
      for (int kib : full ? ALL_SIZES : QUICK_SIZES) {
        for (boolean executor : new boolean[] {true, false}) {
          for (boolean adaptive : new boolean[] {true, false}) {
            if (full || quick(stack, kib, executor, adaptive)) {
              EchoSetting echo = new EchoSetting(stack, executor, adaptive, Writes.NO_DELAY);
              cases.add(new EchoCase(echo, kib, timing));
            }
          }
        }
      }
      for (Writes writes : List.of(Writes.NAGLE, Writes.NAGLE_TWICE)) {
        if (full || stack == Stack.MINA && writes == Writes.NAGLE_TWICE) {
          cases.add(new EchoCase(new EchoSetting(stack, true, true, writes), DIP, timing));
        }
      }
    }
    return cases;
  }

  /**
   * The cases of the quick table: the dip, both ends of the study's table, and the cost of a pool.
   */
  private static boolean quick(Stack stack, int kib, boolean executor, boolean adaptive) {
    if (!adaptive) {
      return false;
    }
    if (stack == Stack.MINA) {
      return executor;
    }
    return executor ? kib == SMALLEST || kib == LARGEST : kib == SMALLEST;
  }

  @Override
  public List<ClaimComparison> compare(Results results) {
    return new PayloadClaims(results).comparisons();
  }
}
