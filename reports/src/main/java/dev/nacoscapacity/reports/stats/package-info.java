/**
 * The one model of figures: what is counted of a run, by operation and by node, and how figures of
 * several seconds or of several processes become one. Event loops, worker processes, files, the
 * console, metrics, checkers, tables and pages iterate its enums, so a new figure is one constant.
 */
package dev.nacoscapacity.reports.stats;
