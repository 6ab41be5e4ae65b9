/** Proxy to the test cluster: records traffic, and can go silent like a network. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface Tap {
  /** The same address, by this line. */
  url: string;
  /** What was sent to PostgreSQL, as letters. */
  sent(): string;
  /** New clients connect and then get no data, until `false`. */
  silence(isSilent: boolean): void;
  stop(): Promise<void>;
}

/** ReadyForQuery: the client is authenticated. */
const READY = Buffer.from('Z\0\0\0\u0005');

export async function openTap(address: string): Promise<Tap> {
  const url = new URL(address);
  const folder = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  const there = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
  const open = new Set<net.Socket>();
  let isSilent = false;
  let sent = '';
  const server = net.createServer((client) => {
    const database = net.connect(there);
    let isIn = false;
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      sent += bytes.toString('latin1');
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (isIn && isSilent) return;
      isIn ||= bytes.includes(READY);
      client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(address);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  own.search = '';
  return {
    url: own.href,
    sent: () => sent,
    silence: (to) => void (isSilent = to),
    async stop() {
      for (const one of open) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
