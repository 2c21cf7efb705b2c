package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.ResultLine;

/** An engine in a JVM of its own: makes one wave to warm up and one that counts. */
final class EngineMain {

  /** Enough to load all classes, and few enough for the smallest heap. */
  private static final int WARM_UP = 100;

  private EngineMain() {}

  /**
   * Makes the waves and exits.
   *
   * @param args the engine, the server's port, the calls of the wave, and the seconds after which a
   *     wave counts as far as it is
   */
  public static void main(String[] args) throws Exception {
    int calls = Integer.parseInt(args[2]);
    Engine engine = EngineKind.valueOf(args[0]).engine(Integer.parseInt(args[1]), calls);
    long patience = Long.parseLong(args[3]);
    make(engine, Math.min(WARM_UP, calls), patience);
    ResultLine.print(make(engine, calls, patience));
    Runtime.getRuntime().halt(0);
  }

  private static WaveFigures make(Engine engine, int calls, long patience) throws Exception {
    Wave wave = new Wave(calls);
    engine.release(wave);
    wave.await(patience);
    return wave.figures();
  }
}
