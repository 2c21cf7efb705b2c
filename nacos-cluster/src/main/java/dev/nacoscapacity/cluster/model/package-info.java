/**
 * A cluster of Nacos nodes in virtual time: what its processors, threads, memory and links do to
 * the stand-in's registry. Each mechanism is a small class that knows nothing of the others; all of
 * them are for the one thread that virtual time runs on.
 */
package dev.nacoscapacity.cluster.model;
