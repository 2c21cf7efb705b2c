package dev.nacoscapacity.cluster.embedded.registry;

import java.util.List;

/** Services as a node held them at one moment, on their way to another node. */
record Snapshot(List<DistroSync.Copy> shares) {}
