/**
 * Compares the registry's lists of the fleet with what it acknowledged; defines missing, unhealthy,
 * unknown-instance beat, stale, divergent and unknown. The engine updates {@link
 * dev.nacoscapacity.simulator.verify.ExpectedState} and {@link
 * dev.nacoscapacity.simulator.verify.RegistryView} from its event loops and reads them once a
 * second; this package uses neither network nor clock. A {@link
 * dev.nacoscapacity.simulator.verify.Listing} contains the listed hosts, in bytes or from a model.
 */
package dev.nacoscapacity.simulator.verify;
