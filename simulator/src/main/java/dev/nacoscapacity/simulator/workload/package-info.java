/**
 * Who the N simulated instances are, and which of them a process has: identities by arithmetic.
 * Holds no state and touches no wire; everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.workload;
