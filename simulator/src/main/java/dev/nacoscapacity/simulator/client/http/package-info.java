/**
 * Nacos 1.x calls over HTTP/1.1 on Netty, as a 1.4.2 client sends them. From outside only {@link
 * dev.nacoscapacity.simulator.client.http.HttpDriver} and its settings are of use.
 */
package dev.nacoscapacity.simulator.client.http;
