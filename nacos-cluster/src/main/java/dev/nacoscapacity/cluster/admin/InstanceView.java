package dev.nacoscapacity.cluster.admin;

/** An instance as a node lists it. */
public record InstanceView(String ip, int port, boolean healthy) {}
