package dev.nacoscapacity.cluster.embedded.registry;

import java.io.Serializable;

/** Names an instance within its service; Nacos calls it the datum key. */
public record InstanceKey(String ip, int port, String cluster) implements Serializable {}
