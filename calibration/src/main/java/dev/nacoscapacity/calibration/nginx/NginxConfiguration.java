package dev.nacoscapacity.calibration.nginx;

import dev.nacoscapacity.cluster.protocol.Http;
import java.nio.file.Path;

/** An nginx that answers fixed bodies without looking at a disk. */
final class NginxConfiguration {

  static final String STATUS_PATH = "/status";

  private static final int HOSTS = 88;

  /** nginx limits one parameter to 4,096 bytes, so a list is put together from pieces. */
  private static final int HOSTS_PER_PIECE = 8;

  private NginxConfiguration() {}

  static String of(int port, Path directory) {
    return """
        daemon off;
        master_process off;
        pid %1$s/nginx.pid;
        error_log stderr crit;
        events { worker_connections 19900; }
        http {
          access_log off;
          keepalive_requests 1000000000;
          keepalive_timeout 1h;
          server_tokens off;
          default_type application/json;
          client_body_temp_path %1$s/temp;
          proxy_temp_path %1$s/temp;
          fastcgi_temp_path %1$s/temp;
          uwsgi_temp_path %1$s/temp;
          scgi_temp_path %1$s/temp;
          server {
            listen 127.0.0.1:%2$d backlog=1024;
            location = %3$s { stub_status; }
            location = %4$s { return 200 ok; }
            location = %5$s { return 200 '%6$s'; }
            location = %7$s {
        %8$s    }
          }
        }
        """
        .formatted(
            directory,
            port,
            STATUS_PATH,
            Http.INSTANCE,
            Http.BEAT,
            beatAnswer(),
            Http.LIST,
            listLocation());
  }

  private static String beatAnswer() {
    return "{\"clientBeatInterval\":5000,\"code\":%d,\"lightBeatEnabled\":true}"
        .formatted(Http.BEAT_OK);
  }

  private static String listLocation() {
    StringBuilder location = new StringBuilder();
    StringBuilder body = new StringBuilder("{\"name\":\"DEFAULT_GROUP@@bench-0000\",\"hosts\":[");
    for (int first = 0; first < HOSTS; first += HOSTS_PER_PIECE) {
      location.append("      set $hosts%d '".formatted(first));
      for (int host = first; host < first + HOSTS_PER_PIECE; host++) {
        location.append(host == 0 ? "" : ",").append(host(host));
      }
      location.append("';\n");
      body.append("$hosts%d".formatted(first)).append("");
    }
    body.append("],\"cacheMillis\":3000}");
    return location.append("      return 200 '").append(body).append("';\n").toString();
  }

  /** A host as 1.4.1 lists it, about 250 bytes. */
  private static String host(int number) {
    String ip = "198.18.0." + number;
    return ("{\"valid\":true,\"marked\":false,\"metadata\":{},\"instanceId\":"
            + "\"%1$s#8080#DEFAULT#DEFAULT_GROUP@@bench-0000\",\"port\":8080,\"healthy\":true,"
            + "\"ip\":\"%1$s\",\"clusterName\":\"DEFAULT\",\"weight\":1.0,\"ephemeral\":true,"
            + "\"serviceName\":\"DEFAULT_GROUP@@bench-0000\",\"enabled\":true}")
        .formatted(ip);
  }
}
