/**
 * What all parts of the calibration share: cases and rounds, processes on cores of their own, load
 * generators, servers with fixed answers.
 */
package dev.nacoscapacity.calibration.harness;
