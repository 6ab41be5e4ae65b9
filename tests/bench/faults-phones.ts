/**
 * Simulated phones: ten agents record a disposition every tenth of a second, whatever the server's state, and send like
 * phones.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { agentAccount, demoPassword } from '../../src/app/demo/accounts.ts';
import { same } from '../kit.ts';
import { type Entry, entry, subOf } from '../sync/entries.ts';

const phones = 10;
const pauseMs = 100;
/** The phone's timeout and first retry delay. */
const patience = 20_000;
const again = 500;
const perBatch = 12;
const loansInUse = 10;

export interface Load {
  written: number;
  /** Comments of acknowledged entries. */
  acknowledged: Set<string>;
  /** Permanently rejected ones; expected empty. */
  refused: string[];
  /** Seconds after that moment until the last of the phones was served. */
  servedSince(moment: number): Promise<number>;
  /** Seconds from that moment until everything recorded by now is acknowledged. */
  caughtUpSince(moment: number): Promise<number>;
  /** Nothing more is written. */
  end(): Promise<void>;
}

interface Answers {
  row: { answers: { key: string; status: number; code?: string }[] };
}
interface Loans {
  row: { loans: { id: number; assigneeId: number }[] };
}

/** `urls` are used in rotation: a failing one is skipped. */
export async function phonesAtWork(urls: readonly string[]): Promise<Load> {
  const o = { written: 0, acknowledged: new Set<string>(), refused: [] as string[] };
  const served: number[] = Array.from({ length: phones }, () => 0);
  let isOn = true;

  async function phone(n: number): Promise<() => Promise<void>> {
    let turn = n;
    let cookie = '';
    const deviceId = randomUUID();
    const ask = async <A>(path: string, body?: object): Promise<A | undefined> => {
      const response = await fetch(`${urls[turn % urls.length] ?? ''}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...same, cookie, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience),
      }).catch(() => undefined);
      const set = response?.headers.getSetCookie()[0]?.split(';')[0];
      if (set) cookie = set;
      if (response?.ok) return (await response.json().catch(() => undefined)) as A | undefined;
      const said = await response?.text().catch(() => '');
      if (response && response.status < 500 && response.status !== 429)
        o.refused.push(`${path} ${response.status} ${said}`);
      turn += 1;
      return undefined;
    };
    await ask('/auth/login', { email: `${agentAccount(n + 1)}@recoup.test`, password: demoPassword });
    const kinds = await ask<{ rows: { id: number; parentId: number | null }[] }>('/options/dispositions');
    const loans = (await ask<Loans>('/sync/changes'))?.row.loans.slice(0, loansInUse) ?? [];
    if (loans.length === 0) throw new Error(`agent ${n + 1} has no loans`);
    const sub = subOf(kinds?.rows ?? []);
    const queue: Entry[] = [];

    const write = async (): Promise<void> => {
      for (let i = 0; isOn; i += 1) {
        const { id: loanId, assigneeId: actorId } = loans[i % loans.length] as (typeof loans)[number];
        const comments = `phone ${n} entry ${i}`;
        queue.push(
          await entry({ loanId, actorId, subDispositionId: sub, seq: i + 1, comments, at: Date.now() }),
        );
        o.written += 1;
        await wait(pauseMs);
      }
    };
    /** Ordering keys blocked by an unsettled entry, and until when. */
    const held = new Map<string, number>();
    const send = async (): Promise<void> => {
      while (isOn || queue.length > 0) {
        const isFree = ({ lane }: Entry): boolean => (held.get(lane) ?? 0) < Date.now();
        const items = queue.filter(isFree).slice(0, perBatch);
        if (items.length === 0) {
          await wait(pauseMs / 2);
          continue;
        }
        const reply = await ask<Answers>('/sync/batch', {
          deviceId,
          sentAt: new Date().toISOString(),
          items,
        });
        const known = new Map(items.map((one) => [one.key, one]));
        let done = 0;
        for (const { key, status, code } of reply?.row.answers ?? []) {
          const one = known.get(key);
          if (!one) continue;
          if (status >= 500 || code === 'IN_PROGRESS') {
            held.set(one.lane, Date.now() + again);
            continue;
          }
          if (status === 200) o.acknowledged.add(one.input.comments);
          else o.refused.push(`${one.input.comments}: ${status} ${code}`);
          queue.splice(queue.indexOf(one), 1);
          done += 1;
        }
        if (done > 0) served[n] = Date.now();
        else await wait(again);
      }
    };
    return async () => void (await Promise.all([write(), send()]));
  }

  const ready = await Promise.all(Array.from({ length: phones }, (_, n) => phone(n)));
  const all = Promise.all(ready.map((work) => work()));
  return {
    get written() {
      return o.written;
    },
    acknowledged: o.acknowledged,
    refused: o.refused,
    async servedSince(moment) {
      const first: (number | undefined)[] = served.map(() => undefined);
      while (first.includes(undefined)) {
        served.forEach((at, n) => (first[n] ??= at > moment ? at : undefined));
        if (Date.now() > moment + 120_000) return Number.POSITIVE_INFINITY;
        await wait(20);
      }
      return Math.max(...first.map((at) => (at ?? moment) - moment)) / 1000;
    },
    async caughtUpSince(moment) {
      const written = o.written;
      while (o.acknowledged.size + o.refused.length < written) {
        if (Date.now() > moment + 120_000) return Number.POSITIVE_INFINITY;
        await wait(20);
      }
      return (Date.now() - moment) / 1000;
    },
    async end() {
      isOn = false;
      await all;
    },
  };
}
