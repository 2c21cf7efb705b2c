/**
 * One run as a user sees it: look first, guard, load, record, end in order on Ctrl-C. {@link
 * dev.nacoscapacity.simulator.session.Session} is the door for the commands of every module.
 */
package dev.nacoscapacity.simulator.session;
