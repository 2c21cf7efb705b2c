/**
 * What every part of a calibration shares: a {@link dev.nacoscapacity.calibration.frame.Part} is a
 * question and its cases, a {@link dev.nacoscapacity.calibration.frame.Case} one row of its table,
 * and the runner measures them in shuffled order. Parts live in packages of their own and touch
 * nothing of each other.
 */
package dev.nacoscapacity.calibration.frame;
