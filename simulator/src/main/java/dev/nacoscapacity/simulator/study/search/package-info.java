/**
 * The search for the largest fleet that passes: which size to try next, given what was tried. What
 * "passes" means is the caller's, which makes the trials: single runs for the capacity, rounds of
 * broken nodes for what a cluster carries safely.
 */
package dev.nacoscapacity.simulator.study.search;
