/**
 * The faults of a node: a small class for each, which injects and heals the fault. {@link
 * dev.nacoscapacity.chaos.fault.Faults} creates them for a trial.
 */
package dev.nacoscapacity.chaos.fault;
