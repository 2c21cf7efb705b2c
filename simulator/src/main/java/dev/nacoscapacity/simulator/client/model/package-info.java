/**
 * Connections to a modelled cluster in virtual time; replaces the network below the drivers. A run
 * uses only {@link dev.nacoscapacity.simulator.client.model.ModelConnections}, {@link
 * dev.nacoscapacity.simulator.client.model.ModelGrpcLinks} and the {@link
 * dev.nacoscapacity.simulator.client.Registrations} that both share.
 */
package dev.nacoscapacity.simulator.client.model;
