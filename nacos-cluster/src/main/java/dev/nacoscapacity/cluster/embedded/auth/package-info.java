/**
 * Logins and tokens of the stand-in, as Nacos 1.4.1 issues and checks them. Whoever sets up a
 * stand-in may make {@link dev.nacoscapacity.cluster.embedded.auth.Credentials}; the rest is for
 * the stand-in's two wires.
 */
package dev.nacoscapacity.cluster.embedded.auth;
