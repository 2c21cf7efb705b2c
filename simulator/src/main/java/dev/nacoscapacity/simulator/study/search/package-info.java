/**
 * The search for the largest load that passes, in instances or in calls a second: which size to try
 * next, given what was tried. The caller makes the trials and defines what "passes" means: single
 * runs for the capacity, rounds of trials with broken nodes for the safe capacity.
 */
package dev.nacoscapacity.simulator.study.search;
