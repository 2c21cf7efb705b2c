/** What a person sees on stderr while a run goes on: a line every ten seconds. */
package dev.nacoscapacity.simulator.console;
