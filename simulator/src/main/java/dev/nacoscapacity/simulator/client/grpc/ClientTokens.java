package dev.nacoscapacity.simulator.client.grpc;

import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;

/**
 * The access tokens of the clients.
 *
 * @param byClient returns a client's token by its number, or null while it has none
 * @param refused receives each token that a server refused, and its client's number
 */
public record ClientTokens(IntFunction<String> byClient, ObjIntConsumer<String> refused) {}
