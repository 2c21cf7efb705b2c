/**
 * The stand-in's HTTP side: one server a node, which answers the calls of a 1.4.2 client as Nacos
 * 1.4.1 does. Only {@link dev.nacoscapacity.cluster.embedded} starts it; how a node is limited and
 * what it was asked ({@code ServiceTime}, {@code RecordedRequest}) are its gRPC side's words, too.
 */
package dev.nacoscapacity.cluster.embedded.http;
