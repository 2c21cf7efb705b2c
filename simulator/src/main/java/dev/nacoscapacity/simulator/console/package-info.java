/**
 * What a person sees on stderr while a run goes on: a board on a terminal, plain lines elsewhere.
 * {@link dev.nacoscapacity.simulator.console.Console} takes the place of stderr, and {@link
 * dev.nacoscapacity.simulator.console.ConsoleProgress} follows a run on it.
 */
package dev.nacoscapacity.simulator.console;
