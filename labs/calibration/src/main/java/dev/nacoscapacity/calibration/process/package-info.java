/**
 * Processes that a calibration starts, each on cores of its own and never left running, and the
 * tools that must be installed for them. Bench and the parts start all their processes here.
 */
package dev.nacoscapacity.calibration.process;
