/**
 * Carries a plan out, from its file to the table at the end; the commands of the simulator and of
 * chaos differ only in the programs that make a row's run. Everything public may be used from any
 * command line.
 */
package dev.nacoscapacity.simulator.study.rows;
