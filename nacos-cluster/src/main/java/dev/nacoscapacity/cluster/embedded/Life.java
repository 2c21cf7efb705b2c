package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.embedded.http.NodeServer;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;

/** All that a node loses when it is killed. */
record Life(NamingNode naming, NodeServer server) {}
