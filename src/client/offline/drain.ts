/** Sending: one run under the lock, several lanes beside each other, one entry of a lane at a time. */
import type { OutboxItem } from './item.ts';
import type { Answer, Ports, Tx } from './ports.ts';
import { type Class, type Rules, consequences, dueOf, errorOf, failed } from './rules.ts';
import { leave, metaOf, move } from './transitions.ts';

const longestRun = 20_000;
const leaseLife = 45_000;
const keepReceipts = 30 * 24 * 3600_000;
/** An answer of ours this young says that the server is there. */
const answerIsNews = 30_000;
const brokenInARow = 3;

interface Run {
  ports: Ports;
  rules: Rules;
  /** Name of this run in the lease. */
  me: string;
  memory: Memory;
  until: number;
  broken: number;
  isOver: boolean;
}
/** What a drainer remembers from run to run. */
export interface Memory {
  lastAnswerAt?: number;
  hasPruned?: true;
}
interface Lane {
  actorId: number;
  lane: string;
}
interface Sent {
  item: OutboxItem;
  session: number;
  author: number;
}

/** A holder that gave no sign of life for so long, or one from the future, may be robbed of the lock. */
export const isStale = (lease: { beat: number } | undefined, now: number): boolean =>
  lease === undefined || now - lease.beat > leaseLife || lease.beat - now > leaseLife;

/** Takes the lease. What is found in flight was interrupted: the server may have it or not, so it is sent again. */
async function begin({ ports, me, memory }: Run): Promise<void> {
  const now = ports.now();
  await ports.store.change(async (tx) => {
    const meta = await metaOf(tx, ports.newId);
    await tx.putMeta({ ...meta, lease: { holder: me, beat: now } });
    for (const item of await tx.all())
      if (item.state === 'sending')
        await move(tx, item, { ...item, state: 'waiting', nextAt: now, heldAt: now });
    if (!memory.hasPruned) await prune(tx, now);
  });
  memory.hasPruned = true;
}

/** What was given up stays until it can be told to the server; the rest is only needed as long as somebody may ask. */
async function prune(tx: Tx, now: number): Promise<void> {
  for (const { id, verdict, at } of await tx.receipts())
    if (verdict !== 'discarded' && now - at > keepReceipts) await tx.removeReceipt(id);
}

const candidatesIn = async (tx: Tx, run: Run): Promise<OutboxItem[]> => {
  const actorId = run.ports.actorOf(await tx.meta());
  if (actorId === undefined) return [];
  const items = (await tx.all()).filter((item) => run.rules.mayDeliver(item, actorId));
  return items.toSorted((a, b) => a.seq - b.seq);
};

/** Marks the lane's next entry as in flight, on the disk, before anything leaves. Undefined when there is none to send. */
async function dispatch(run: Run, lane: Lane): Promise<Sent | undefined> {
  const { ports, rules, me } = run;
  return ports.store.change(async (tx) => {
    const now = ports.now();
    const meta = await tx.meta();
    const signedIn = ports.actorOf(meta);
    if (meta?.lease?.holder !== me || signedIn === undefined) {
      run.isOver = true;
      return undefined;
    }
    const [item] = dueOf(await tx.inLane(lane.actorId, lane.lane), now, rules);
    if (!item || !rules.mayDeliver(item, signedIn)) return undefined;
    await tx.putMeta({ ...meta, lease: { holder: me, beat: now } });
    const sending = await move(tx, item, {
      ...item,
      state: 'sending',
      attempts: item.attempts + 1,
      dispatchedAt: item.dispatchedAt ?? now,
    });
    return { item: sending, session: meta.session, author: rules.authorOf(item, signedIn) };
  });
}

function receiptOf(answer: Answer): { serverId?: number; isReplay?: boolean } {
  if (answer.kind !== 'ours') return {};
  const row = answer.row as { id?: unknown } | undefined;
  return { serverId: typeof row?.id === 'number' ? row.id : undefined, isReplay: answer.isReplay };
}

/**
 * Stores what came of it. An acceptance is a fact whoever brings it; a failure counts only for the very attempt that is
 * still in flight, and a refused session only if it is still the present one.
 */
async function settle(run: Run, sent: Sent, answer: Answer, cls: Class): Promise<boolean> {
  const { ports } = run;
  const now = ports.now();
  return ports.store.change(async (tx) => {
    const item = await tx.item(sent.item.id);
    if (!item) return false;
    const meta = await metaOf(tx, ports.newId);
    if (cls === 'ok') {
      await leave(tx, item, { verdict: 'acked', at: now, ...receiptOf(answer) });
      await tx.putMeta({ ...meta, accepted: meta.accepted + 1, acceptedAt: now });
      return true;
    }
    if (item.state !== 'sending' || item.attempts !== sent.item.attempts) return false;
    const isOld = (cls === 'auth' || cls === 'foreign') && meta.session !== sent.session;
    const next = failed({
      item,
      answer,
      fault: cls,
      now,
      random: ports.random(),
      accepted: meta.accepted,
    });
    await move(tx, item, isOld ? { ...next, state: 'waiting', nextAt: now } : next);
    if (cls === 'auth' && !isOld)
      await tx.putMeta({ ...meta, actorId: undefined, session: meta.session + 1 });
    return !isOld;
  });
}

function announce(run: Run, { item }: Sent, answer: Answer, cls: Class): void {
  const { tell, now } = run.ports;
  const { id, cmd, actorId, done } = item;
  if (cls === 'ok') {
    const { row, isReplay } = answer.kind === 'ours' ? answer : {};
    tell({ kind: 'settled', id, cmd, actorId, done, outcome: { verdict: 'acked', row, isReplay } });
    return;
  }
  const verdict = consequences[cls].state === 'attention' ? 'refused' : 'held';
  const lastErr = errorOf(answer, cls, now());
  tell({ kind: 'settled', id, cmd, actorId, outcome: { verdict, lastErr } });
  if (cls === 'auth') tell({ kind: 'signed-out' });
  if (cls === 'upgrade') tell({ kind: 'upgrade' });
}

/** Sends the lane's next entry; answers whether there was one. */
async function deliver(run: Run, lane: Lane): Promise<boolean> {
  const sent = await dispatch(run, lane);
  if (!sent) return false;
  const { ports, rules } = run;
  ports.tell({ kind: 'changed' });
  const key = rules.keyOf(sent.item);
  const answer = await ports.net.send({ key, authorId: sent.author, item: sent.item });
  const cls = rules.classify(answer);
  if (answer.kind === 'ours') run.memory.lastAnswerAt = ports.now();
  run.broken = cls === 'server' ? run.broken + 1 : 0;
  if ((cls !== 'ok' && consequences[cls].stopsRun) || run.broken >= brokenInARow) run.isOver = true;
  if (await settle(run, sent, answer, cls)) announce(run, sent, answer, cls);
  return true;
}

async function isReachable({ ports, memory }: Run): Promise<boolean> {
  const now = ports.now();
  const since = memory.lastAnswerAt;
  if (since !== undefined && now >= since && now - since < answerIsNews) return true;
  const isOurs = await ports.net.probe();
  memory.lastAnswerAt = isOurs ? ports.now() : undefined;
  return isOurs;
}

const isOver = ({ isOver, ports, until }: Run): boolean => isOver || ports.now() >= until;

/** One lane to its end, then the next. */
async function work(run: Run, lanes: Lane[]): Promise<void> {
  for (let lane = lanes.shift(); lane; lane = lanes.shift())
    while (!isOver(run) && (await deliver(run, lane)));
}

async function lanesDue(run: Run): Promise<Lane[]> {
  const { ports, rules } = run;
  const due = await ports.store.read(async (tx) => dueOf(await candidatesIn(tx, run), ports.now(), rules));
  return [...new Map(due.map(({ actorId, lane }) => [`${actorId} ${lane}`, { actorId, lane }])).values()];
}

/**
 * Sends what is due until nothing is, the server is not there, or it has been at it for so long that others should
 * have a turn; answers true in that last case. Needs the lock.
 */
export async function runOnce(ports: Ports, rules: Rules, memory: Memory): Promise<boolean> {
  const until = ports.now() + longestRun;
  const run: Run = { ports, rules, memory, until, me: ports.newId(), broken: 0, isOver: false };
  await begin(run);
  while (!isOver(run)) {
    const lanes = await lanesDue(run);
    if (lanes.length === 0 || !(await isReachable(run))) return false;
    await Promise.all(Array.from({ length: ports.breadth() }, () => work(run, lanes)));
  }
  return !run.isOver;
}
