package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.ResultLine;

/** An engine in a JVM of its own: makes one wave to warm up and one that counts. */
final class EngineMain {

  /** Enough to load all classes, and few enough for the smallest heap. */
  private static final int WARM_UP = 100;

  private static final int PATIENCE_SECONDS = 180;

  private EngineMain() {}

  /**
   * Makes the waves and exits.
   *
   * @param args the engine, the server's port, the calls of the wave
   */
  public static void main(String[] args) throws Exception {
    int calls = Integer.parseInt(args[2]);
    Engine engine = EngineKind.valueOf(args[0]).engine(Integer.parseInt(args[1]), calls);
    make(engine, Math.min(WARM_UP, calls));
    ResultLine.print(make(engine, calls));
    Runtime.getRuntime().halt(0);
  }

  private static Figures make(Engine engine, int calls) throws Exception {
    Wave wave = new Wave(calls);
    engine.release(wave);
    wave.await(PATIENCE_SECONDS);
    return wave.figures();
  }
}
