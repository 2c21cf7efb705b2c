package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.engines.SustainedMain;
import java.util.List;

/**
 * A program to measure.
 *
 * @param name for the tables
 * @param command starts it; it runs until it is ended
 * @param search what it is asked first, to find its rate, which it then keeps; null for a program
 *     that goes as fast as it is answered from the beginning
 */
record Client(String name, List<String> command, SustainedMain.RateSearch search) {

  Client(String name, List<String> command) {
    this(name, command, null);
  }
}
