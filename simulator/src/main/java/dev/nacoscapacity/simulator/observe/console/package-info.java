/**
 * What a person sees on stderr while a run goes on: a board on a terminal, plain lines elsewhere.
 * {@link dev.nacoscapacity.simulator.observe.console.Console} takes the place of stderr, and {@link
 * dev.nacoscapacity.simulator.observe.console.ConsoleProgress} follows a run on it.
 */
package dev.nacoscapacity.simulator.observe.console;
