/** Agents who work by themselves: they take what rings, talk for a while, write it down and are ready again. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as turn } from 'node:timers/promises';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { hashOf } from '../../../src/kernel/server/http/actor.ts';
import { same } from '../../kit.ts';
import type { Nodes } from './nodes.ts';

interface Standing {
  status: string;
  call: { callRefNo: string; loanId: number | null; type: string; state: string } | null;
}
export interface Desk {
  userId: number;
  extension: string;
  /** The words an agent was told, in order, and since when the last of them. */
  status: string;
  since: number;
  stop(): Promise<void>;
}

export async function signIn({ database }: Nodes, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    values (${hashOf(token)}, ${userId}, now() + interval '3 hours', interval '3 hours')`);
  return token;
}

export async function addUser(
  { database }: Nodes,
  roleType: string,
  flags: readonly string[] = [],
): Promise<number> {
  const tag = randomBytes(6).toString('hex');
  const made = await database.one<{ id: number }>(sql`
    with r as (insert into roles (slug, name, role_type, flags)
      values (${tag}, ${`Role ${tag}`}, ${roleType}, ${[...flags]}) returning id)
    insert into users (first_name, last_name, email, role_id) select 'Test', ${tag}, ${`${tag}@recoup.test`}, id from r
    returning id`);
  return made?.id ?? 0;
}

/** Asks a server that lives; undefined when it died meanwhile, or refused. */
export function asker(nodes: Nodes, token: string) {
  return async <A>(line: string, body?: object): Promise<A | undefined> => {
    const [method = 'GET', path = ''] = line.split(' ');
    const node = nodes.live().at(-1);
    const headers = {
      ...same,
      Cookie: `sid=${token}`,
      'Idempotency-Key': randomUUID(),
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const init = {
      method,
      headers,
      signal: AbortSignal.timeout(8000),
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${node?.url}/api${path}`, init).catch(() => undefined);
    if (!response?.ok) return undefined;
    return (await response.json().catch(() => undefined)) as A | undefined;
  };
}

export async function openDesk(nodes: Nodes, campaignId: number, extension: string): Promise<Desk> {
  const userId = await addUser(nodes, 'agent');
  await nodes.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${userId}))
    update users set extension_number = ${Number(extension)} where id = ${userId}`);
  const ask = asker(nodes, await signIn(nodes, userId));
  let isOpen = true;
  const desk: Desk = { userId, extension, status: '', since: Date.now(), stop: async () => undefined };
  async function act({ status, call }: Standing): Promise<void> {
    if (status === 'logged-out') return void (await ask('POST /dialer/login', { campaignId }));
    if (status === 'IDLE' || status === 'First-login')
      return void (await ask('POST /dialer/agent-ready', {}));
    if (status === 'ringing' && call?.type === 'inbound' && call.state === 'ringing')
      return void (await ask('POST /dialer/answer', {}));
    // Half of them hang up first, once the talk is long enough.
    if (status === 'on-call' && Number(extension) % 2 === 0 && Date.now() - desk.since > 4000)
      return void (await ask('POST /dialer/hang-up', {}));
    if (status === 'wrap-up' && call)
      await ask('POST /borrower/dispositions', {
        loanId: call.loanId,
        callRefNo: call.callRefNo,
        dispositionId: 900,
        comments: 'Spoke',
      });
  }
  const work = (async () => {
    for (; isOpen; await turn(250)) {
      const said = (await ask<{ row: Standing }>('GET /dialer/status'))?.row;
      if (!said) continue;
      if (said.status !== desk.status) Object.assign(desk, { status: said.status, since: Date.now() });
      await act(said);
    }
  })();
  desk.stop = async () => {
    isOpen = false;
    await work;
  };
  return desk;
}
