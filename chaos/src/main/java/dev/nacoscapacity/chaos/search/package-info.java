/**
 * The search for the load that still heals: which size to try next, given what was tried. Measures
 * nothing itself; everything public may be used from any package.
 */
package dev.nacoscapacity.chaos.search;
