package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.PeerCall;

/** What a node's work costs, in nanoseconds of one core at reference speed. */
final class NodeWork {
  long of(ModelCall call, NamingNode node) { return 400_000; }
  long of(PeerCall<?> call) { return call instanceof dev.nacoscapacity.cluster.embedded.registry.Writes.Forwarded ? 400_000 : 20_000; }
}
