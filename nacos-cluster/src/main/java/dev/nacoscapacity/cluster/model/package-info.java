/**
 * A modelled cluster, in virtual time and without sockets, to predict with: the stand-in's registry
 * and handlers with modelled processors, threads, memory and links. Each mechanism is a small class
 * that does not depend on the others; all of them are confined to the thread of virtual time.
 */
package dev.nacoscapacity.cluster.model;
