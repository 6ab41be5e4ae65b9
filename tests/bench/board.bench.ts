/**
 * Live board of 1,000 agents on 1,000 screens: delay until the last screen has a change, against a bare WebSocket server
 * with the same PostgreSQL. BENCH_SCREENS sets the number.
 */
import { type AgentChange, mostChangeBytes } from '../../src/contexts/dialer/contract/live/agent-live.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { agency } from '../agency.ts';
import { benchDatabase, launch, pairs, report, signedIn } from './kit.ts';

const screens = Number(process.env.BENCH_SCREENS ?? 1000);
const perSession = 4;
const ports = { floor: '4881', ours: '4882' };
const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const tokens = await signedIn(database, Math.ceil(screens / perSession), ['list_agent_live_status']);
const env = (port: string) => ({ BENCH_PG: JSON.stringify(config), BENCH_DIR: folder, BENCH_PORT: port });
const children = [
  await launch('./board-floor.ts', env(ports.floor)),
  await launch('./kernel-ours.ts', env(ports.ours)),
];

/** Node's WebSocket accepts headers, unlike a browser's. */
type WithHeaders = new (url: string, o: { headers: Record<string, string> }) => WebSocket;
const Line = WebSocket as unknown as WithHeaders;
/** Screens still pending, and the callback for the last one. */
const round = { left: 0, done: () => undefined as void };
const heard = (): void => {
  round.left -= 1;
  if (round.left === 0) round.done();
};
const open = (url: string, token: string, take: (line: WebSocket, text: string) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const line = new Line(url, { headers: { cookie: `sid=${token}` } });
    line.addEventListener('error', () => reject(new Error(`${url}: refused`)));
    if (url.endsWith('/floor')) line.addEventListener('open', () => resolve());
    line.addEventListener('message', ({ data }) => {
      if (take(line, String(data))) resolve();
    });
  });
/** As much of Socket.IO as a screen needs; true once it is let in. */
function talk(line: WebSocket, text: string): boolean {
  if (text.startsWith('0')) line.send('40');
  else if (text === '2') line.send('3');
  else if (text.startsWith('42["agents"')) heard();
  return text.startsWith('40');
}
const bare = (): boolean => {
  heard();
  return false;
};
for (let i = 0; i < screens; i += 50)
  await Promise.all(
    Array.from(
      { length: Math.min(50, screens - i) },
      (_, k) => tokens[Math.floor((i + k) / perSession)] ?? '',
    ).flatMap((token) => [
      open(`ws://127.0.0.1:${ports.floor}/floor`, '', bare),
      open(`ws://127.0.0.1:${ports.ours}/socket.io/?EIO=4&transport=websocket`, token, talk),
    ]),
  );

let turn = 0;
const change = (): AgentChange => [
  1 + (turn++ % 1000),
  'wrap-up',
  'waiting',
  Math.floor(Date.now() / 1000),
  17,
];
/** Milliseconds until the last screen was notified. */
const told = (channel: string, payload: () => object) => async (): Promise<number> => {
  round.left = screens;
  const last = new Promise<void>((resolve) => (round.done = resolve));
  const began = performance.now();
  await database.run(sql`select pg_notify(${channel}, ${JSON.stringify(payload())})`);
  await last;
  return performance.now() - began;
};
report('bytes of a change', Buffer.byteLength(JSON.stringify(change())), { atMost: mostChangeBytes });
const { ratio, floor, ours } = await pairs(
  21,
  told('floor', () => [change()]),
  told('recoup', () => ({ board: { change: change(), to: [] } })),
);
report(`last of ${screens} screens, bare WebSocket`, floor, { unit: 'ms' });
report(`last of ${screens} screens`, ours, { unit: 'ms' });
report('against bare', ratio, { unit: 'times', atMost: 2 });

for (const child of children) child.kill('SIGKILL');
await stop();
process.exit(0);
