package dev.nacoscapacity.core.stats;

/** What is counted of a wave. Numbers of instances unless the description says otherwise. */
public enum WaveCount implements Figure {
  INSTANCES("instances", "instances that it concerns", Fold.SUM, Fold.LAST),
  LEFT("left", "instances that left, or began to log in", Fold.SUM, Fold.SUM),
  BACK("back", "instances that were registered again, or had logged in", Fold.SUM, Fold.SUM),
  FAILED(
      "failed",
      "calls of leaving, of coming back and of logging in that failed",
      Fold.SUM,
      Fold.SUM),
  UNFINISHED("unfinished", "instances whose turn is yet to come or goes on", Fold.SUM, Fold.LAST),
  FIRST_MS(
      "firstMs",
      "ms from the window's begin until the first left, or began to come back",
      Fold.MIN,
      Fold.MIN),
  LAST_MS(
      "lastMs",
      "ms from the window's begin until the last was back, or gone for good",
      Fold.MAX,
      Fold.MAX),
  SLOWEST_RETURN_MS(
      "slowestReturnMs",
      "the longest time, in ms, from an instance's wish to come back, or to log in, to the answer",
      Fold.MAX,
      Fold.MAX);

  private final Definition definition;

  WaveCount(String column, String description, Fold acrossShards, Fold overTime) {
    definition = new Definition(column, description, acrossShards, overTime);
  }

  @Override
  public Definition definition() {
    return definition;
  }
}
