/** What an idle socket costs: memory of the server before and after 2,000 of them. */
import { io } from 'socket.io-client';
import { agency } from '../agency.ts';
import { benchDatabase, launch, report, signedIn } from './kit.ts';

const sockets = 2000;
const perSession = 4;
const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const tokens = await signedIn(database, sockets / perSession, []);
const env = { BENCH_PG: JSON.stringify(config), BENCH_DIR: folder, BENCH_PORT: '4873' };
const server = await launch('./kernel-ours.ts', env, ['--expose-gc']);

const memory = (): Promise<number> =>
  new Promise((resolve) => {
    server.once('message', (said: { rss: number }) => resolve(said.rss));
    server.send('memory');
  });
/** The heap shrinks some seconds after the work. */
async function settled(): Promise<number> {
  for (let i = 0; i < 4; i += 1) {
    await memory();
    await new Promise((rest) => setTimeout(rest, 1000));
  }
  return memory();
}
const open = (token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = io('http://127.0.0.1:4873', {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: `sid=${token}` },
    });
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });

const before = await settled();
const started = performance.now();
for (let i = 0; i < sockets; i += 50)
  await Promise.all(
    Array.from({ length: 50 }, (_, k) => open(tokens[Math.floor((i + k) / perSession)] ?? '')),
  );
report('2,000 sockets opened in', (performance.now() - started) / 1000, { unit: 's' });
const after = await settled();
report('memory of an idle socket', (after - before) / sockets / 1000, { unit: 'kB', atMost: 30 });

server.kill('SIGKILL');
await stop();
process.exit(0);
