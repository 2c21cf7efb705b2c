/**
 * The model's answer beside runs that were measured: the same workload on a model of the same
 * cluster, and how far its figures are off. Everything public may be used from any command line.
 */
package dev.nacoscapacity.simulator.study.predict;
