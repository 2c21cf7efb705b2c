/**
 * Calls over HTTP/1.1: of Nacos's v1, as a 1.4.2 client sends them, or of its v3. {@link
 * dev.nacoscapacity.simulator.client.http.HttpDriver} chooses servers and pools connections on any
 * wire; {@link dev.nacoscapacity.simulator.client.http.HttpWire} is the wire of sockets, on Netty.
 * From outside these two, their settings and what another wire implements are of use.
 */
package dev.nacoscapacity.simulator.client.http;
