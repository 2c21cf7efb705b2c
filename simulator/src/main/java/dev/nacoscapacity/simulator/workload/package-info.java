/**
 * The simulated instances: their addresses, services and subscriptions, and which of them a process
 * simulates. Everything is computed from the number of an instance; no state, no calls.
 */
package dev.nacoscapacity.simulator.workload;
