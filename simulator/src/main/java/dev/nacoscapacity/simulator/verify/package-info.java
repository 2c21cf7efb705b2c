/**
 * What the registry says about the fleet, compared with what it acknowledged: the words missing,
 * unhealthy, unknown-instance beat, stale, divergent and unknown are defined here. The engine feeds
 * {@link dev.nacoscapacity.simulator.verify.ExpectedState} and {@link
 * dev.nacoscapacity.simulator.verify.RegistryView} from its event loops and asks them once a
 * second; this package touches neither wire nor clock. Who was named, in bytes or by a model, is a
 * {@link dev.nacoscapacity.simulator.verify.Listing}.
 */
package dev.nacoscapacity.simulator.verify;
