/**
 * The parts of a verdict: a status, its reasons and its bounds. Plain data in the record of a run;
 * every public type may be used from any module. The package {@code checker} judges runs.
 */
package dev.nacoscapacity.core.verdict;
