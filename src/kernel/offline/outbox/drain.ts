/** Sends under the lock, batch after batch, each as large as allowed. */
import type { Kept, Meta, OutboxItem, EntryReceipt } from './item.ts';
import type { Answer, Delivery, Ports, Reply, Tx } from './ports.ts';
import { type Class, type Rules, consequences, dueOf, errorOf, failed, fitting } from './rules/rules.ts';
import { isHere } from './other-agency.ts';
import { isNoted, leave, metaOf, move, sendAgain } from './rules/transitions.ts';

const longestRun = 20_000;
const leaseLife = 45_000;
const day = 24 * 3600_000;
const keepReceipts = 30 * day;
/** How long receipts are shown to their author. */
const keepCopy = day;
const keepNoted = 7 * day;
/** Longer than the interval of backups, while the same database responds; limited by the available space. */
const keepSent = 7 * day;
const mostSent = 1000;
const mostSentBytes = 10e6;
/** A response of ours this recent proves that the server is reachable. */
const answerIsNews = 30_000;
const brokenInARow = 3;
/** Factor by which the next batch shrinks after one without a response, and grows afterwards. */
const shrink = 4;

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
  /** Smaller batch limit after one without a response. */
  most?: number;
}
interface Sent {
  batch: Delivery[];
  session: number;
  authorId: number;
  /** The database that accepted this author's last batch, and its agency. */
  database: { epoch: string | undefined; agency: string | undefined };
}
type Settled = { item: OutboxItem; answer: Answer; cls: Class };

/** A holder that gave no sign of life for so long, or one from the future, may be robbed of the lock. */
export const isStale = (lease: { beat: number } | undefined, now: number): boolean =>
  lease === undefined || now - lease.beat > leaseLife || lease.beat - now > leaseLife;

/** Acquires the lease. In-flight entries were interrupted: the server may have them or not, so they are resent. */
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

/** Deletes reported discards and expired receipts. */
async function prune(tx: Tx, now: number): Promise<void> {
  let { prunedSeq = 0, ...meta } = await metaOf(tx, () => '');
  for (const receipt of await tx.receipts()) {
    const { id, verdict, at, isTold, seq, preview, ...rest } = receipt;
    const isOld = now - at > (isNoted(receipt) ? keepNoted : keepCopy);
    if (preview && isOld) await tx.putReceipt({ id, verdict, at, isTold, seq, ...rest });
    if ((verdict === 'discarded' && !isTold) || now - at <= keepReceipts) continue;
    await tx.removeReceipt(id);
    prunedSeq = Math.max(prunedSeq, seq);
  }
  if (prunedSeq > 0) await tx.putMeta({ ...meta, prunedSeq });
  let bytes = 0;
  // Photo parts are evicted first when space is short: they are the largest and least informative.
  const isPart = ({ item }: Kept): number => Number(item.group !== undefined);
  const kept = (await tx.kept()).filter(isHere).toSorted((a, b) => isPart(a) - isPart(b) || b.at - a.at);
  for (const [i, { id, actorId, at, item }] of kept.entries()) {
    bytes += item.sealed?.ct.length ?? 0;
    const heardAt = meta.epochs?.[actorId]?.at ?? at;
    if (i >= mostSent || bytes > mostSentBytes || heardAt - at > keepSent) await tx.dropKept(id);
  }
}

const candidatesIn = async (tx: Tx, run: Run): Promise<OutboxItem[]> => {
  const actorId = run.ports.actorOf(await tx.meta());
  if (actorId === undefined) return [];
  const items = (await tx.all()).filter((item) => run.rules.mayDeliver(item, actorId));
  return items.toSorted((a, b) => a.seq - b.seq);
};

/** Batch limits, reduced while batches are lost so that one can succeed. */
function roomOf({ ports, memory }: Run): { items: number; bytes: number } {
  const { items, bytes } = ports.room();
  return { bytes, items: Math.min(items, memory.most ?? items) };
}

/** Persists the next entries as in flight before sending. Undefined when there are none. */
async function dispatch(run: Run): Promise<Sent | undefined> {
  const { ports, rules, me } = run;
  return ports.store.change(async (tx) => {
    const now = ports.now();
    const meta = await tx.meta();
    const signedIn = ports.actorOf(meta);
    if (meta?.lease?.holder !== me || signedIn === undefined) {
      run.isOver = true;
      return undefined;
    }
    const due = fitting(dueOf(await candidatesIn(tx, run), now, rules), roomOf(run));
    const [first] = due;
    if (!first) return undefined;
    await tx.putMeta({ ...meta, lease: { holder: me, beat: now } });
    const authorId = rules.authorOf(first, signedIn);
    const sending = due.map(async (item): Promise<Delivery> => {
      const dispatchedAt = item.dispatchedAt ?? now;
      const next: OutboxItem = { ...item, state: 'sending', attempts: item.attempts + 1, dispatchedAt };
      return { key: rules.keyOf(item), authorId, item: await move(tx, item, next) };
    });
    const database = { epoch: meta.epochs?.[authorId]?.is, agency: meta.agency };
    return { batch: await Promise.all(sending), session: meta.session, authorId, database };
  });
}

function receiptOf(answer: Answer): Pick<EntryReceipt, 'serverId' | 'isReplay' | 'said' | 'notices'> {
  if (answer.kind !== 'ours') return {};
  const { isReplay, verdict, notices } = answer;
  const row = answer.row as { id?: unknown } | undefined;
  return {
    serverId: typeof row?.id === 'number' ? row.id : undefined,
    isReplay,
    said: verdict,
    ...(notices?.length && { notices }),
  };
}

/** A batch rejected or failed entirely identifies no single entry: smaller ones find the culprit. */
const isBlunt = (cls: Class): boolean => cls === 'permanent' || cls === 'bug' || cls === 'server';

/** Responses by entry, and their effect on the next batches. */
function read(run: Run, { batch }: Sent, reply: Reply): Settled[] {
  const { rules, memory, ports } = run;
  const room = ports.room().items;
  if ('each' in reply) {
    memory.most = Math.min(room, (memory.most ?? room) * shrink);
    return batch.map(({ key, item }) => {
      const answer = reply.each.get(key) ?? { kind: 'none' };
      return { item, answer, cls: rules.classify(answer) };
    });
  }
  const answer = reply.all;
  const said = rules.classify(answer);
  const isAlone = batch.length === 1;
  if (said !== 'ok' && !isAlone) memory.most = Math.max(1, Math.floor(batch.length / shrink));
  const cls = !isAlone && isBlunt(said) ? (said === 'server' ? 'load' : 'apart') : said;
  return batch.map(({ item }) => ({ item, answer, cls }));
}

/** Decides from the responses whether to stop. */
function judge(run: Run, settled: readonly Settled[]): void {
  for (const { cls, answer } of settled) {
    if (answer.kind === 'ours') run.memory.lastAnswerAt = run.ports.now();
    if (cls !== 'busy') run.broken = cls === 'server' ? run.broken + 1 : 0;
    if ((cls !== 'ok' && consequences[cls].stopsRun) || run.broken >= brokenInARow) run.isOver = true;
  }
}

/**
 * Stores the responses. An acceptance is stored from any sender; a failure only for the attempt still in flight, and
 * a rejected session only if it is still the current one. Returns those that changed anything.
 */
async function storeOutcomes(
  run: Run,
  { session, authorId }: Sent,
  all: readonly Settled[],
  epoch: string | undefined,
): Promise<{ told: Settled[]; again: number }> {
  const { ports } = run;
  const now = ports.now();
  // One random number for all, so that retries remain together.
  const random = ports.random();
  const isPresent = (meta: Meta): boolean => meta.session === session;
  return ports.store.change(async (tx) => {
    const found = await Promise.all(all.map(({ item }) => tx.item(item.id)));
    let meta = await metaOf(tx, ports.newId);
    const told: Settled[] = [];
    for (const [i, one] of all.entries()) {
      const { answer, cls } = one;
      const item = found[i];
      if (!item) continue;
      if (cls === 'ok') {
        await leave(tx, item, { verdict: 'acked', at: now, ...receiptOf(answer) });
        meta = { ...meta, accepted: meta.accepted + 1, acceptedAt: now };
        told.push(one);
      } else if (item.state === 'sending' && item.attempts === one.item.attempts) {
        const isOld = (cls === 'auth' || cls === 'foreign') && !isPresent(meta);
        const next = failed({ item, answer, fault: cls, now, random, accepted: meta.accepted });
        await move(tx, item, isOld ? { ...next, state: 'waiting', nextAt: now } : next);
        if (!isOld) told.push(one);
      }
    }
    // Only after all of them were judged by the session they were sent in.
    if (told.some(({ cls }) => cls === 'auth'))
      meta = { ...meta, actorId: undefined, session: meta.session + 1 };
    await tx.putMeta(meta);
    return { told, again: await heardEpoch(tx, { actorId: authorId, epoch, now, newId: ports.newId }) };
  });
}

interface Heard {
  actorId: number;
  epoch: string | undefined;
  now: number;
  newId: () => string;
}
/** Records the database epoch for this author; a new epoch resends retained entries. Returns how many. */
export async function heardEpoch(tx: Tx, { actorId, epoch, now, newId }: Heard): Promise<number> {
  const meta = await metaOf(tx, newId);
  if (!epoch) return 0;
  const before = meta.epochs?.[actorId]?.is;
  const epochs = { ...meta.epochs, [actorId]: { is: epoch, at: now } };
  const isOther = before !== undefined && before !== epoch;
  const { [actorId]: _, ...agreed } = meta.agreed ?? {};
  await tx.putMeta({ ...meta, epochs, agreed: isOther ? agreed : meta.agreed });
  return isOther ? sendAgain(tx, actorId, now) : 0;
}

function announce(run: Run, told: readonly Settled[]): void {
  const { tell, now } = run.ports;
  for (const { item, answer, cls } of told) {
    const { id, cmd, actorId, done, isAgain } = item;
    if (cls === 'ok') {
      const { row, isReplay, verdict: said, notices } = answer.kind === 'ours' ? answer : {};
      const news = isAgain ? {} : { said, notices };
      const outcome = { verdict: 'acked', row, isReplay, ...news } as const;
      tell({ kind: 'settled', id, cmd, actorId, done, outcome });
    } else {
      const verdict = consequences[cls].state === 'attention' ? 'refused' : 'held';
      const lastErr = errorOf(answer, cls, now());
      tell({ kind: 'settled', id, cmd, actorId, outcome: { verdict, lastErr } });
    }
  }
  if (told.some(({ cls }) => cls === 'auth')) tell({ kind: 'signed-out' });
  if (told.some(({ cls }) => cls === 'upgrade')) tell({ kind: 'upgrade' });
}

/** Sends the next entries; returns whether there were any. */
async function deliver(run: Run): Promise<boolean> {
  const sent = await dispatch(run);
  if (!sent) return false;
  const { ports } = run;
  ports.tell({ kind: 'changed' });
  const reply = await ports.net.send(sent.batch, sent.database);
  const settled = read(run, sent, reply);
  judge(run, settled);
  const { told, again } = await storeOutcomes(run, sent, settled, reply.epoch);
  announce(run, told);
  if (again > 0) ports.tell({ kind: 'sent-again', actorId: sent.authorId, count: again });
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

const hasDue = (run: Run): Promise<boolean> =>
  run.ports.store.read(
    async (tx) => dueOf(await candidatesIn(tx, run), run.ports.now(), run.rules).length > 0,
  );

/**
 * Sends due entries until none is left, the server is unreachable, or the time slice is used; true in the last case.
 * Needs the lock.
 */
export async function runOnce(ports: Ports, rules: Rules, memory: Memory): Promise<boolean> {
  const until = ports.now() + longestRun;
  const run: Run = { ports, rules, memory, until, me: ports.newId(), broken: 0, isOver: false };
  await begin(run);
  while (!isOver(run)) {
    if (!(await hasDue(run)) || !(await isReachable(run))) return false;
    while (!isOver(run) && (await deliver(run)));
  }
  return !run.isOver;
}
