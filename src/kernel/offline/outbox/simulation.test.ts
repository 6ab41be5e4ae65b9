import { expect, test } from 'vitest';
import type { OutboxStore, Tx } from './ports.ts';
import { classify, theRules } from './rules/rules.ts';
import { live } from '../../../../tests/sync/simulated/history.ts';
import type { Mutant } from '../../../../tests/sync/simulated/phone.ts';

const histories = Number(process.env['HISTORIES'] ?? 2000);
const first = Number(process.env['SEED'] ?? 1);
const patience = 600_000;

/** Seeds that once failed stay here. */
const regressions = [3443, 2644, 168];

test(
  `${histories} days of a phone: nothing lost, doubled, reordered, stuck or sent as another`,
  { timeout: patience },
  async () => {
    const seeds = [...regressions, ...Array.from({ length: histories }, (_, i) => first + i)];
    for (const seed of seeds) expect(await live(seed), `SEED=${seed} HISTORIES=1`).toEqual([]);
  },
);

/** A store that changes what the core writes. */
const rewriting =
  (change: (tx: Tx) => Partial<Tx>) =>
  (store: OutboxStore): OutboxStore => ({
    read: (work) => store.read(work),
    change: (work) => store.change((tx) => work({ ...tx, ...change(tx) })),
  });

let made = 0;
const mutants: Record<string, Mutant> = {
  'deletes before it sends': {
    store: rewriting((tx) => ({
      put: (item) => (item.state === 'sending' ? tx.remove(item.id) : tx.put(item)),
    })),
  },
  'takes any answer for success': { rules: { classify: () => 'ok' } },
  'takes any answer of ours for success': {
    rules: { classify: (answer) => (answer.kind === 'ours' ? 'ok' : 'transport') },
  },
  'makes a new key for every attempt': { rules: { keyOf: () => `key-${++made}` } },
  'drops what is refused': {
    rules: {
      classify(answer) {
        const cls = classify(answer);
        return cls === 'permanent' ? 'ok' : cls;
      },
    },
  },
  'drops on the end of the session': {
    rules: {
      classify(answer) {
        const cls = classify(answer);
        return cls === 'auth' ? 'ok' : cls;
      },
    },
  },
  'knows no order in a lane': { rules: { blocks: () => false } },
  'lets refused entries block their lane': { rules: { blocks: () => true } },
  'does not care who wrote it': { rules: { mayDeliver: () => true, authorOf: (_, signedIn) => signedIn } },
  'forgets what was in flight': {
    store: rewriting((tx) => ({
      all: async () => (await tx.all()).filter(({ state }) => state !== 'sending'),
    })),
  },
  'changes what has already left': { editsLate: true },
  'has a server that commits the key before the effect': { server: { keyApart: true } },
  'has a server that forgets keys and remembers nothing else': { server: { noNaturalUnique: true } },
  'has a server that knows no order in a delivery': { server: { noLaneOrder: true } },
  'keeps nothing of what was accepted': {
    store: rewriting(() => ({ keep: async () => undefined })),
  },
  'sends again what it kept under another key': {
    store: rewriting((tx) => ({
      put: (item) => tx.put(item.isAgain && item.attempts === 0 ? { ...item, id: `${item.id}-again` } : item),
    })),
  },
  'has a restored server that takes what follows before what it lost': { server: { takesAnyEpoch: true } },
  'forgets the entry with a half-written receipt': {
    store: rewriting(() => ({ putReceipt: async () => undefined })),
  },
};

test.each(Object.entries(mutants))(
  'an outbox that %s is caught',
  { timeout: patience },
  async (_, mutant) => {
    for (let seed = 1; seed <= 400; seed++) {
      // A broken variant may also fail the core's assertions.
      const wrong = await live(seed, mutant).catch((error: Error) => [error.message]);
      if (wrong.length > 0) return;
    }
    expect.unreachable('not caught in 400 histories');
  },
);

test('the rules a simulation breaks are the ones in use', () => {
  expect(theRules.classify).toBe(classify);
});
