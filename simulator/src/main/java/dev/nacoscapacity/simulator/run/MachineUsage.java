package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Generator;

/** What a run takes from the machine that it runs on. */
public interface MachineUsage extends Progress, AutoCloseable {

  /** The machine's cost is none of the run's figures. */
  MachineUsage UNKNOWN =
      new MachineUsage() {
        @Override
        public void second(RunSecond second) {
          // Nothing is sampled.
        }

        @Override
        public Generator addTo(Generator generator) {
          return generator;
        }

        @Override
        public void close() {
          // Nothing was opened.
        }
      };

  /** The generator's figures together with what is known of its machine. */
  Generator addTo(Generator generator);

  @Override
  void close();
}
