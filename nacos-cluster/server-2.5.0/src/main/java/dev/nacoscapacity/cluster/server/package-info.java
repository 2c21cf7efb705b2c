/**
 * The main class of the real 2.5.0 server, which the jars on Maven Central lack, loaded by that
 * server only. Nothing here is for other modules.
 */
package dev.nacoscapacity.cluster.server;
