/**
 * Calls and the drivers that send them, independent of the protocol. A {@link
 * dev.nacoscapacity.simulator.client.Driver} belongs to one event loop and is used on its thread
 * only.
 */
package dev.nacoscapacity.simulator.client;
