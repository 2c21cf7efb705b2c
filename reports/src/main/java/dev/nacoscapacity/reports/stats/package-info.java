/**
 * The one model of figures: what is counted of a run, by operation and by node, and how figures of
 * several seconds or of several processes become one. Event loops, worker processes, files, the
 * console, metrics, checkers, tables and pages iterate its enums, so a new figure is one constant
 * and its words, and one line where it is counted; one that is judged needs a bound, a severity and
 * sentences, too.
 */
package dev.nacoscapacity.reports.stats;
