/**
 * The tokens of a registry: the key that signs them, and their check. Everything public may be used
 * from any module.
 */
package dev.nacoscapacity.cluster.token;
