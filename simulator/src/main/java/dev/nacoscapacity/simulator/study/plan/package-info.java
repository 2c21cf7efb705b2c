/**
 * Test plans as files: rounds of cluster settings × loads, read with a position in every error,
 * scaled to this machine, and run row by row, with a table at the end. Everything public may be
 * used from any command line.
 */
package dev.nacoscapacity.simulator.study.plan;
