/**
 * Nacos 1.x calls over HTTP/1.1, as a 1.4.2 client sends them. {@link
 * dev.nacoscapacity.simulator.client.http.HttpDriver} chooses servers and pools connections on any
 * wire; {@link dev.nacoscapacity.simulator.client.http.HttpWire} is the wire of sockets, on Netty.
 * From outside these two, their settings and what another wire implements are of use.
 */
package dev.nacoscapacity.simulator.client.http;
