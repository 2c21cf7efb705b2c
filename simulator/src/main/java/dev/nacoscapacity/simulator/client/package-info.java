/**
 * What a call is and who carries it: the protocol-neutral side of the wire. A {@link
 * dev.nacoscapacity.simulator.client.Driver} belongs to one event loop and is used on its thread
 * only.
 */
package dev.nacoscapacity.simulator.client;
