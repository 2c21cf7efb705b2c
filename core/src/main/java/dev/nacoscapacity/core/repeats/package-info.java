/**
 * Statistics of repeated measurements: median and range, and the probability of failing. Does not
 * depend on runs; every public type may be used from any module.
 */
package dev.nacoscapacity.core.repeats;
