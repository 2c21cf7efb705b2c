/**
 * A program that drives real Nacos clients, the same for every version, in a JVM of its own. The
 * program is started as a process and reads commands from standard input; no code links against it.
 */
package dev.nacoscapacity.reference;
