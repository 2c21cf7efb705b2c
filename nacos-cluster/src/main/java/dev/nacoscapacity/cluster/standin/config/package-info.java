/**
 * Configurations of the stand-in, and the clients that wait for their changes. Only the stand-in's
 * other packages and the modelled cluster use it.
 */
package dev.nacoscapacity.cluster.standin.config;
