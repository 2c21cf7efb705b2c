/**
 * The common sequence of every run: check the registry and this machine, log in, guard, load,
 * record, judge, write the page, and stop in an orderly way on Ctrl-C. {@link
 * dev.nacoscapacity.simulator.session.Session} is the entry point for the commands of every module.
 */
package dev.nacoscapacity.simulator.session;
