/**
 * What can be done to a node: one small class each, with its undoing. {@link
 * dev.nacoscapacity.chaos.fault.Faults} makes them; nothing else is needed from outside.
 */
package dev.nacoscapacity.chaos.fault;
