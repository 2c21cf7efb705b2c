package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.ServiceListing;
import java.util.List;

/**
 * The content of a registry, without names and addresses.
 *
 * @param sizes number of instances of each service that has any
 * @param samples one for each sampled service
 * @param clients number of HTTP clients among the publishers of all services, estimated from the
 *     sampled ones, or among the subscribers of those if the registry does not report publishers
 * @param grpcClients number of gRPC clients, of 2.x and later, among them
 * @param scope which services could be listed
 * @param subscribersSeen whether the registry reports subscribers
 * @param absurdBeats number of instances of sampled services whose beat period is none that a fleet
 *     can have
 */
record RegistryShape(
    List<Integer> sizes,
    List<Sample> samples,
    double clients,
    double grpcClients,
    ServiceListing.Scope scope,
    boolean subscribersSeen,
    int absurdBeats) {

  /**
   * A sampled service.
   *
   * @param instances number of instances in its list
   * @param metadataBytes of all instances together
   * @param beatMillis most common beat period of the instances, one that a fleet can have
   * @param subscribers number of clients that subscribe to it; 0 if not reported
   */
  record Sample(int instances, long metadataBytes, int beatMillis, int subscribers) {}
}
