/**
 * The UDP pushes by which a 1.4 server tells subscribers of changes. Only the stand-in's HTTP side
 * uses it.
 */
package dev.nacoscapacity.cluster.embedded.push;
