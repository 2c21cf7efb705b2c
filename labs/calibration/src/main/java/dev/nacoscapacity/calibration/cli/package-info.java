/**
 * {@code bin/calibrate}: measures the requested parts, and writes a folder with study.json and a
 * page. This package knows all parts; no other package may use it.
 */
package dev.nacoscapacity.calibration.cli;
