/**
 * Finds how large a cluster must be for a load: small runs on models count the work, arithmetic
 * distributes it on nodes of every size, and runs at full size confirm the smallest cluster. {@link
 * dev.nacoscapacity.simulator.study.size.SizeStudy} is the entry point; all results are
 * predictions.
 */
package dev.nacoscapacity.simulator.study.size;
