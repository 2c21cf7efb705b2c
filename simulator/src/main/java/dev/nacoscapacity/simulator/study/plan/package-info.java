/**
 * Test plans as files: rounds of cluster settings × loads, read with a place for every complaint,
 * scaled to the machine at hand, and carried out row by row to the table at the end. The commands
 * of the simulator and of chaos differ only in the programs that make a row's run. Everything
 * public may be used from any command line.
 */
package dev.nacoscapacity.simulator.study.plan;
