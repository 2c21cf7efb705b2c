package dev.nacoscapacity.calibration.server;

import dev.nacoscapacity.cluster.protocol.Http;

/**
 * An nginx that answers fixed bodies without looking at a disk. What files it has lie in the folder
 * that it is started with, whatever its name.
 */
final class NginxConfiguration {

  static final String STATUS_PATH = "/status";

  /** nginx limits one parameter to 4,096 bytes, so a list is put together from pieces. */
  private static final int HOSTS_PER_PIECE = 8;

  private NginxConfiguration() {}

  static String of(int port) {
    return """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log stderr crit;
        events { worker_connections 19900; }
        http {
          access_log off;
          keepalive_requests 1000000000;
          keepalive_timeout 1h;
          server_tokens off;
          default_type application/json;
          client_body_temp_path temp;
          proxy_temp_path temp;
          fastcgi_temp_path temp;
          uwsgi_temp_path temp;
          scgi_temp_path temp;
          server {
            listen 127.0.0.1:%1$d backlog=1024;
            location = %2$s { stub_status; }
            location = %3$s { return 200 ok; }
            location = %4$s { return 200 '%5$s'; }
            location = %6$s {
        %7$s    }
          }
        }
        """
        .formatted(
            port, STATUS_PATH, Http.INSTANCE, Http.BEAT, Answers.beat(), Http.LIST, listLocation());
  }

  private static String listLocation() {
    StringBuilder location = new StringBuilder();
    StringBuilder pieces = new StringBuilder();
    for (int first = 0; first < Answers.HOSTS; first += HOSTS_PER_PIECE) {
      location.append("      set $hosts%d '".formatted(first));
      location.append(first == 0 ? "" : ",");
      location.append(Answers.hosts(first, first + HOSTS_PER_PIECE)).append("';\n");
      pieces.append("$hosts%d".formatted(first));
    }
    String body = Answers.list(pieces.toString());
    return location.append("      return 200 '").append(body).append("';\n").toString();
  }
}
