/**
 * The fleet's access tokens: which client presents which, and who must log in when. Makes no call
 * itself and never prints a token or a password.
 */
package dev.nacoscapacity.simulator.auth;
