package dev.nacoscapacity.cluster.embedded.registry;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** Services as a node held them at one moment, on their way to another node. */
record Snapshot(Map<ShareKey, List<Held>> shares) implements Serializable {}
