/**
 * Predictions beside measured runs: the same workload on a model of the same cluster, and the
 * errors of its figures. Everything public may be used from any command line.
 */
package dev.nacoscapacity.simulator.study.predict;
