/**
 * The gRPC side of a stand-in node, with Nacos 2.2's semantics: connections, what is bound to them,
 * and pushes. Only the stand-in's own packages use it, and everything runs on the node's thread.
 */
package dev.nacoscapacity.cluster.standin.grpc;
