/**
 * The stand-in's HTTP side: one server a node, which answers the calls of a 1.4.2 client as Nacos
 * 1.4.1 does, and those of v3's clients and administration as 3.x does. Only {@link
 * dev.nacoscapacity.cluster.standin} starts it. {@code RecordedRequest} is used by the gRPC side,
 * too.
 */
package dev.nacoscapacity.cluster.standin.http;
