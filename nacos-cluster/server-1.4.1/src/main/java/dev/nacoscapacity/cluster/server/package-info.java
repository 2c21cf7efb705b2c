/**
 * Additions to the class path of the real 1.4.1 server, loaded by that server only. Java 8 class
 * files, since the server's Spring cannot read newer ones.
 */
package dev.nacoscapacity.cluster.server;
