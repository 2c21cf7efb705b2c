package dev.nacoscapacity.simulator.run;

/** Watches a run and shows nothing. */
public class QuietProgress implements Progress {

  @Override
  public void second(RunSecond second) {}
}
