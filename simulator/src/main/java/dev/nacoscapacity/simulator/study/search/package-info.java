/**
 * The search for the largest fleet that a registry holds: which size to try next, given what was
 * tried. It measures nothing itself and may be used by anything that can tell pass from fail.
 */
package dev.nacoscapacity.simulator.study.search;
