/** A network between us and PostgreSQL that forgets connections, as firewalls and failovers do: neither end is told. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type pg from 'pg';

export interface SilentNetwork {
  /** How to reach the database through it. */
  config: pg.PoolConfig;
  /** What is connected now hears nothing any more and is heard by nobody; new connections work. */
  forget(): void;
  /** Nothing connects any more either, without a refusal. */
  forgetAll(): void;
  stop(): Promise<void>;
}

export async function openSilentNetwork(to: pg.PoolConfig): Promise<SilentNetwork> {
  const port = to.port ?? 5432;
  const target = to.host?.startsWith('/')
    ? { path: `${to.host}/.s.PGSQL.${port}` }
    : { host: to.host ?? 'localhost', port };
  const open = new Set<net.Socket>();
  let pairs: [net.Socket, net.Socket][] = [];
  let isDead = false;
  const quiet = (): void => undefined;
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    open.add(near.on('error', quiet));
    if (isDead) return;
    const far = net.connect(target);
    open.add(far.on('error', quiet));
    pairs.push([near, far]);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const forget = (): void => {
    for (const [near, far] of pairs) {
      near.unpipe(far);
      far.unpipe(near);
      // Taken from the wire and thrown away, as a packet to nowhere is.
      for (const one of [near, far]) one.resume();
    }
    pairs = [];
  };
  return {
    config: {
      ...to,
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      connectionTimeoutMillis: 5000,
    },
    forget,
    forgetAll() {
      isDead = true;
      forget();
    },
    async stop() {
      for (const one of open) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
