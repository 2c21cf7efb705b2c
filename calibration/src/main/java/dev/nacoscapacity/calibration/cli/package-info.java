/**
 * {@code bin/calibrate}: measures the parts that were asked for and leaves a folder with study.json
 * and a page. It names all parts; nothing else may touch it.
 */
package dev.nacoscapacity.calibration.cli;
