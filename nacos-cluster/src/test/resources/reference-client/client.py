"""The program of reference-client around Nacos's Python SDK: the same arguments, lines and answers.

Only what the conformance of a server asks for: register, deregister, subscribe, listen, publish.
"""

import asyncio
import os
import sys
import tempfile

from v2.nacos import (
    ClientConfigBuilder,
    ConfigParam,
    DeregisterInstanceParam,
    NacosConfigService,
    NacosNamingService,
    RegisterInstanceParam,
    SubscribeServiceParam,
)

GROUP = "DEFAULT_GROUP"
IP = "198.18.0.1"


def say(line):
    print(line, flush=True)


class OneClient:
    def __init__(self, config, index):
        self.config = config
        self.index = index
        self.naming = None
        self.configs = None

    async def run(self, words):
        line, name = words[0], words[1]
        if line in ("listen", "publish"):
            if self.configs is None:
                self.configs = await NacosConfigService.create_config_service(self.config)
            if line == "listen":
                await self.configs.add_listener(name, GROUP, self.told_config)
            elif not await self.configs.publish_config(
                ConfigParam(data_id=name, group=GROUP, content=words[2])
            ):
                raise RuntimeError("not published")
            return
        if self.naming is None:
            self.naming = await NacosNamingService.create_naming_service(self.config)
        if line == "register":
            await self.naming.register_instance(
                RegisterInstanceParam(service_name=name, ip=IP, port=int(words[2]) + self.index)
            )
        elif line == "deregister":
            await self.naming.deregister_instance(
                DeregisterInstanceParam(service_name=name, ip=IP, port=int(words[2]) + self.index)
            )
        elif line == "subscribe":

            async def told(instances):
                say("instances " + name + " " + ",".join(map(shown, sorted(instances, key=port))))

            await self.naming.subscribe(
                SubscribeServiceParam(service_name=name, subscribe_callback=told)
            )
        else:
            raise ValueError("unknown command")

    async def told_config(self, tenant, group, data_id, content):
        say("config " + data_id + " " + content)


def port(instance):
    return instance.port


def shown(instance):
    return str(instance.port) + ("" if instance.healthy else "!")


async def main(servers, namespace, count, user=None):
    home = tempfile.mkdtemp()
    builder = (
        ClientConfigBuilder()
        .server_address(servers)
        .namespace_id(namespace)
        .log_dir(home)
        .cache_dir(home)
    )
    if user:
        builder = builder.username(user).password(os.environ["NACOS_PASSWORD"])
    clients = [OneClient(builder.build(), i) for i in range(int(count))]
    loop = asyncio.get_running_loop()
    while True:
        line = await loop.run_in_executor(None, sys.stdin.readline)
        if not line:
            os._exit(0)
        words = line.rstrip("\n").split(" ", 2)
        try:
            for client in clients[:1] if words[0] == "publish" else clients:
                await client.run(words)
            say("ok")
        except Exception as e:  # Whatever it is, whoever gave the line has to know.
            say(f"failed {words}: {e!r}")


asyncio.run(main(*sys.argv[1:]))
