/**
 * What is added to the real server's class path, loaded by it and by nothing of ours. Java 8 class
 * files, since the server's Spring cannot read newer ones.
 */
package dev.nacoscapacity.cluster.server;
