/**
 * Logins and tokens of the stand-in, as Nacos 1.4.1 issues and checks them. Code that sets up a
 * stand-in may create {@link dev.nacoscapacity.cluster.standin.auth.StandInAccount}; the rest is
 * for the HTTP and gRPC sides of the stand-in.
 */
package dev.nacoscapacity.cluster.standin.auth;
