/**
 * What repeated measurements say together: median and range, how far two runs lie apart, and the
 * probability of failing. Knows no run; every public type may be used from any module.
 */
package dev.nacoscapacity.reports.repeats;
