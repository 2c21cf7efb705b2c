package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Generator;

/** Measures the resources that a run uses on its machine. */
public interface MachineUsage extends Progress, AutoCloseable {

  /** Measures nothing: the figures of the machine stay unknown. */
  MachineUsage UNKNOWN = new MachineUsage() {};

  /** The figures of the generator, completed with those of its machine. */
  default Generator addTo(Generator generator) {
    return generator;
  }

  @Override
  default void close() {}
}
