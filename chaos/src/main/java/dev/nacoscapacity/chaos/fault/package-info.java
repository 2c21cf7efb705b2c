/**
 * What can be done to a node: one small class each, with its undoing. {@link
 * dev.nacoscapacity.chaos.fault.Faults} makes them, and a trial does and undoes each.
 */
package dev.nacoscapacity.chaos.fault;
