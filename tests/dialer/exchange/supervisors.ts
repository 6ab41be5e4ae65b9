/** Simulated supervisors: listen, whisper, join, and sometimes take over. */
import { setTimeout as turn } from 'node:timers/promises';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import { type Desk, addUser, asker, signIn } from './agents.ts';
import type { Nodes } from './nodes.ts';

interface Now {
  isThere: boolean;
}
export interface Supervisor {
  extension: string;
  voice: number;
  done: Map<string, number>;
  /** Intervals with an audible supervisor: joined, or with the call. */
  audible: { from: number; to: number }[];
  stop(): Promise<void>;
}

export async function openSupervisor(
  nodes: Nodes,
  extension: string,
  desks: readonly Desk[],
  hangUp: () => void,
): Promise<Supervisor> {
  const userId = await addUser(nodes, 'admin', ['listen_calls']);
  await nodes.database.run(
    sql`update users set extension_number = ${Number(extension)} where id = ${userId}`,
  );
  const ask = asker(nodes, await signIn(nodes, userId));
  let isOpen = true;
  const supervisor: Supervisor = {
    extension,
    voice: agentVoice(extension),
    done: new Map(),
    audible: [],
    stop: async () => undefined,
  };
  const did = (what: string): number => {
    const n = (supervisor.done.get(what) ?? 0) + 1;
    supervisor.done.set(what, n);
    return n;
  };
  const now = async (): Promise<Now | null | undefined> =>
    (await ask<{ row: Now | null }>('GET /dialer/listen'))?.row;

  /** Returns whether they took over. */
  async function besides(n: number): Promise<boolean> {
    await turn(800);
    if (n % 3 === 1 && (await ask('POST /dialer/listen/mode', { mode: 'whisper' }))) did('whispered');
    await turn(600);
    if (n % 2 === 0) {
      supervisor.audible.push({ from: Date.now(), to: Infinity });
      if (await ask('POST /dialer/listen/mode', { mode: 'join' })) did('joined');
      await turn(600);
    }
    if (n % 5 !== 0) return false;
    supervisor.audible.push({ from: Date.now(), to: Infinity });
    if (!(await ask('POST /dialer/listen/take-over', {}))) return false;
    did('took over');
    await turn(2500);
    return true;
  }
  async function listen(n: number): Promise<void> {
    const speaking = desks.filter(({ status }) => status === 'on-call');
    const desk = speaking[n % Math.max(1, speaking.length)];
    if (!desk || !(await ask('POST /dialer/listen', { userId: desk.userId, mode: 'listen' }))) return;
    did('listened');
    for (let i = 0; i < 20 && (await now())?.isThere === false; i += 1) await turn(150);
    // A supervisor who took over hangs up; so do some who only listen.
    if ((await besides(n)) || n % 4 === 3) hangUp();
    else if (await now()) await ask('POST /dialer/listen/stop', {});
    for (let i = 0; i < 40 && (await now()) && isOpen; i += 1) await turn(200);
    await turn(500);
    for (const one of supervisor.audible) one.to = Math.min(one.to, Date.now());
  }
  const work = (async () => {
    for (let n = 1; isOpen; n += 1) {
      await turn(1500);
      await listen(n);
    }
    await ask('POST /dialer/listen/stop', {});
    hangUp();
  })();
  supervisor.stop = async () => {
    isOpen = false;
    await work;
  };
  return supervisor;
}
