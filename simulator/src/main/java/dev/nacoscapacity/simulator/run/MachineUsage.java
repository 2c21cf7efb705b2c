package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Generator;

/** Measures the resources that a run uses on its machine. */
public interface MachineUsage extends Progress, AutoCloseable {

  /** Measures nothing: the figures of the machine stay unknown. */
  MachineUsage UNKNOWN =
      new MachineUsage() {
        @Override
        public void second(RunSecond second) {
          // No samples.
        }

        @Override
        public Generator addTo(Generator generator) {
          return generator;
        }

        @Override
        public void close() {
          // No resources.
        }
      };

  /** The figures of the generator, completed with those of its machine. */
  Generator addTo(Generator generator);

  @Override
  void close();
}
