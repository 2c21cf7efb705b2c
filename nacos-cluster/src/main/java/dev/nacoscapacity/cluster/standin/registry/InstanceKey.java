package dev.nacoscapacity.cluster.standin.registry;

/** Names an instance within its service; Nacos calls it the datum key. */
public record InstanceKey(String ip, int port, String cluster) {}
