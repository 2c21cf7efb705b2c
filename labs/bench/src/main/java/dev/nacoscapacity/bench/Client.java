package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.engines.SustainedMain;
import java.util.List;

/**
 * A program to measure.
 *
 * @param name for the tables
 * @param command starts the program, which runs until it is stopped
 * @param search first request to the program, which finds and keeps its highest rate; null for a
 *     program that runs as a closed loop from the beginning
 */
record Client(String name, List<String> command, SustainedMain.RateSearch search) {

  Client(String name, List<String> command) {
    this(name, command, null);
  }
}
