/**
 * A program that drives real Nacos clients, the same for every version, in a JVM of its own. It is
 * started as a process and takes commands on its standard input; nothing links against it.
 */
package dev.nacoscapacity.reference;
