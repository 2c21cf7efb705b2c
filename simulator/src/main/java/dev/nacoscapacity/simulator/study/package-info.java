/**
 * What a table says of one run among several: its figures, and how two runs of a size compare.
 * Everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.study;
