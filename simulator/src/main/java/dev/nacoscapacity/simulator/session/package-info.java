/**
 * The one opening of a run: look at the registry, check this machine, log in, guard, load, record,
 * judge, write the page, end in order on Ctrl-C. {@link
 * dev.nacoscapacity.simulator.session.Session} is the door for the commands of every module.
 */
package dev.nacoscapacity.simulator.session;
