/**
 * Studies, which are several runs that answer one question: their folder on disk, and the figures
 * of one run in a table. Everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.study;
