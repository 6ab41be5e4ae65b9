/** Resetting a connection during its upgrade to a socket affects no others. */
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.stop());

test.each(['/', '/socket.io/?EIO=4&transport=websocket'])(
  'a reset upgrade of %s stops nothing',
  async (at) => {
    const { hostname, port } = new URL(server.url);
    const heard: unknown[] = [];
    const hear = (error: unknown): unknown => heard.push(error);
    process.on('uncaughtException', hear);
    for (let i = 0; i < 20; i += 1) {
      const socket = net.connect({ host: hostname, port: Number(port) });
      await once(socket, 'connect');
      const lines = [`GET ${at} HTTP/1.1`, 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'];
      socket.write(
        `${[...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='].join('\r\n')}\r\n\r\n`,
      );
      await new Promise(setImmediate);
      socket.resetAndDestroy();
    }
    for (let i = 0; i < 20; i += 1) expect((await server.anonymous.fetch('/healthz')).status).toBe(200);
    process.off('uncaughtException', hear);
    expect(heard).toEqual([]);
  },
);
