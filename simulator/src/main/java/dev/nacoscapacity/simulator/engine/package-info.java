/**
 * The fleet's event loops: when each instance's calls are due, the calls themselves, what follows
 * from their answers, and how clients come, return and leave. {@link
 * dev.nacoscapacity.simulator.engine.Engine} is the door; knows no phases, no record and no
 * verdict.
 */
package dev.nacoscapacity.simulator.engine;
