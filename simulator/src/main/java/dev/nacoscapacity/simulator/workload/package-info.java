/**
 * What the N simulated instances do, and who instance i is: settings as records, identities by
 * arithmetic. Holds no state and touches no wire; everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.workload;
