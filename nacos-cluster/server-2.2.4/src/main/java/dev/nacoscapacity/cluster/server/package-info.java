/**
 * Additions to the class path of the real 2.2.4 server, loaded by that server only: a main class,
 * which the jars on Maven Central lack, and repairs. Nothing here is for other modules.
 */
package dev.nacoscapacity.cluster.server;
