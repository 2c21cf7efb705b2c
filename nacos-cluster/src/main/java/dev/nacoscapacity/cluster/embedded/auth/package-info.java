/**
 * Logins and tokens of the stand-in, as Nacos 1.4.1 issues and checks them. Only the stand-in's
 * HTTP side uses it.
 */
package dev.nacoscapacity.cluster.embedded.auth;
