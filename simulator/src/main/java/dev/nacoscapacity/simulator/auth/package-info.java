/**
 * The fleet's access tokens: the token of each client, and when a client must log in again. Makes
 * no calls itself, and never prints a token or a password.
 */
package dev.nacoscapacity.simulator.auth;
