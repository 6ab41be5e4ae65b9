/** Network to PostgreSQL that drops connections silently, like firewalls and failovers. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type pg from 'pg';

export interface SilentNetwork {
  /** How to reach the database through it. */
  config: pg.PoolConfig;
  /** Current connections go silent; new ones work. */
  forget(): void;
  /** New connections hang too. */
  forgetAll(): void;
  /** New connections work again. */
  heal(): void;
  /** New connections go there from now on, as when an address moves. */
  lead(to: pg.PoolConfig): void;
  stop(): Promise<void>;
}

function targetOf({ host = 'localhost', port = 5432 }: pg.PoolConfig): net.NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

export async function openSilentNetwork(to: pg.PoolConfig): Promise<SilentNetwork> {
  let target = targetOf(to);
  const open = new Set<net.Socket>();
  let pairs: [net.Socket, net.Socket][] = [];
  let isDead = false;
  const quiet = (): void => undefined;
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    open.add(near.on('error', quiet));
    if (isDead) return;
    const far = net.connect(target);
    open.add(far.on('error', quiet));
    const pair: [net.Socket, net.Socket] = [near, far];
    pairs.push(pair);
    near.pipe(far);
    far.pipe(near);
    // Propagates a closed side, unlike a pipe.
    const isHeard = (): boolean => pairs.includes(pair);
    near.on('close', () => void (isHeard() && far.destroy()));
    far.on('close', () => void (isHeard() && near.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const forget = (): void => {
    for (const [near, far] of pairs) {
      near.unpipe(far);
      far.unpipe(near);
      // Discards packets, like a route to nowhere.
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
    heal() {
      isDead = false;
    },
    lead(next) {
      target = targetOf(next);
    },
    async stop() {
      for (const one of open) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
