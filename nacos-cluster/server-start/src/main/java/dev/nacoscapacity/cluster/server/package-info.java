/**
 * How a node's process starts a real server of any version, the first jar on the server's class
 * path, and repairs for the mains of servers whose own one is not on Maven Central. Loaded by
 * servers only; compiled for all of their Spring versions, 5.1 to 6.2.
 */
package dev.nacoscapacity.cluster.server;
