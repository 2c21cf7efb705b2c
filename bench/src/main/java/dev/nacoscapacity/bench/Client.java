package dev.nacoscapacity.bench;

import java.util.List;

/**
 * A program to measure.
 *
 * @param name for the tables
 * @param command starts it; it runs until it is ended
 * @param ready the line it writes when it has found its rate, which it then keeps; null for one
 *     that goes as fast as it is answered from the beginning
 */
record Client(String name, List<String> command, String ready) {

  Client(String name, List<String> command) {
    this(name, command, null);
  }
}
