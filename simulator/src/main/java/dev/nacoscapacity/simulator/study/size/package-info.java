/**
 * How large a cluster must be for a load: small runs on models count the work, arithmetic puts it
 * on nodes of every size, and runs at full size confirm the smallest. {@link
 * dev.nacoscapacity.simulator.study.size.SizeStudy} is the way in; all of it is prediction.
 */
package dev.nacoscapacity.simulator.study.size;
