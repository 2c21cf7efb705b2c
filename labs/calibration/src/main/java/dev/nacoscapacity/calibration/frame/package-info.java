/**
 * The common base of all parts of a calibration: a {@link dev.nacoscapacity.calibration.frame.Part}
 * is a question and its cases, a {@link dev.nacoscapacity.calibration.frame.Case} one row of its
 * table, and the runner measures the cases in random order. Parts have packages of their own and do
 * not depend on each other.
 */
package dev.nacoscapacity.calibration.frame;
