/**
 * The fleet's access tokens: which client presents which, and who must log in when. {@code Tokens}
 * is all there is to touch; it makes no call itself and never prints a token.
 */
package dev.nacoscapacity.simulator.auth;
