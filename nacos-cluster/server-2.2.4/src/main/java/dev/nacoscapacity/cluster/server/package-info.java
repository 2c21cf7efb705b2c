/**
 * What is added to the real 2.2.4 server's class path, loaded by it and by nothing of ours: a main
 * class, which the jars on Maven Central lack, and mends. Nothing here is for other modules.
 */
package dev.nacoscapacity.cluster.server;
