/**
 * What a Nacos 1.4.x server finds by its own component scan, which looks below {@code
 * com.alibaba.nacos} only. Nothing here is for other modules.
 */
package com.alibaba.nacos.capacity.authcache;
