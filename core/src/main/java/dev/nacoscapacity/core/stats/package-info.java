/**
 * The one model of figures: what is counted of a run, by operation and by node, and how figures of
 * several seconds or of several processes are combined. Event loops, worker processes, files, the
 * console, metrics, checkers, tables and pages iterate its enums, so a new figure needs one
 * constant, its words, and one line that counts it; a judged figure also needs a bound, a severity
 * and sentences.
 */
package dev.nacoscapacity.core.stats;
