/**
 * Calls over HTTP/1.1: Nacos's API v1 as a 1.4.2 client uses it, or v3. {@link
 * dev.nacoscapacity.simulator.client.http.HttpDriver} chooses servers and pools connections; {@link
 * dev.nacoscapacity.simulator.client.http.HttpWire} opens them over sockets with Netty. Other
 * packages use these two, or implement other kinds of connections.
 */
package dev.nacoscapacity.simulator.client.http;
