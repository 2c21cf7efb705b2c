package dev.nacoscapacity.cluster.admin;

/** Holds calls back, so that many of them in succession harm no registry. */
public interface Pace {

  /** As fast as they are answered. */
  Pace NONE =
      new Pace() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
      };

  /** Returns when the next call may be made. */
  void begin();

  /** That call is answered, or has failed. */
  void end();
}
