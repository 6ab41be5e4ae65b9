/** Simulated agents: answer, talk, use hold and transfer, dispose and get ready again. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as turn } from 'node:timers/promises';
import { type Socket, io } from 'socket.io-client';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { hashOf } from '../../../src/kernel/server/http/actor.ts';
import { same } from '../../kit.ts';
import type { Nodes } from './nodes.ts';

interface Standing {
  status: string;
  call: {
    callRefNo: string;
    loanId: number | null;
    type: string;
    state: string;
    heldSince: string | null;
    isSecond: boolean;
    transfer: { stage: 'ringing' | 'joined' | 'handed'; isMine: boolean } | null;
  } | null;
  beside: object | null;
}
interface Targets {
  people: { id: number; isReady: boolean }[];
  numbers: { id: number }[];
}
/** Actions of an agent in a call besides talking; chosen in rotation. */
type Way =
  'talks' | 'holds' | 'calls another' | 'asks a colleague' | 'sends to a colleague' | 'sends to a number';
const ways: readonly Way[] = [
  'talks',
  'holds',
  'calls another',
  'asks a colleague',
  'talks',
  'sends to a colleague',
  'talks',
  'sends to a number',
];
export interface Desk {
  userId: number;
  extension: string;
  /** Statuses of an agent in order, with the time of the last one. */
  status: string;
  since: number;
  /** Number of successful actions by kind. */
  done: Map<string, number>;
  /** Loans called as second calls, each once. */
  others: number[];
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

/** Sends to a running server; undefined when it died meanwhile, or returned an error. */
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

/** A page's line to a server that lives, as the page opens it; `close` as a reload does. */
export function openPage(nodes: Nodes, token: string): Socket {
  return io(nodes.live().at(-1)?.url ?? '', {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { ...same, cookie: `sid=${token}` },
  });
}

/** Time until a page reload. */
const pageMs = 9000;

export async function openDesk(nodes: Nodes, campaignId: number, extension: string): Promise<Desk> {
  const userId = await addUser(nodes, 'agent');
  await nodes.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${userId}))
    update users set extension_number = ${Number(extension)} where id = ${userId}`);
  const token = await signIn(nodes, userId);
  const ask = asker(nodes, token);
  let isOpen = true;
  const desk: Desk = {
    userId,
    extension,
    status: '',
    since: Date.now(),
    done: new Map(),
    others: [],
    stop: async () => undefined,
  };
  /** One action per call, chosen at its first sight, with its progress. */
  let mine: { callRefNo: string; way: Way; begun: number; joinedAt: number } = {
    callRefNo: '',
    way: 'talks',
    begun: 0,
    joinedAt: 0,
  };
  let calls = Number(extension);
  const promised = new Set<number>();
  const did = (what: string): void => void desk.done.set(what, (desk.done.get(what) ?? 0) + 1);
  async function did1(what: string, asked: Promise<unknown>): Promise<void> {
    if ((await asked) !== undefined) did(what);
  }

  async function handOn(isBlind: boolean, toNumber: boolean): Promise<void> {
    const { people, numbers } = (await ask<{ row: Targets }>('GET /dialer/transfer-targets'))?.row ?? {
      people: [],
      numbers: [],
    };
    const to = toNumber
      ? { numberId: numbers[0]?.id }
      : { userId: people.find(({ isReady }) => isReady || !isBlind)?.id };
    if (Object.values(to).includes(undefined)) return;
    await did1(
      toNumber ? 'sent to a number' : isBlind ? 'sent to a colleague' : 'asked a colleague',
      ask('POST /dialer/transfer', { isBlind, ...to }),
    );
  }
  let turnedAt = 0;
  /** Talks to both borrowers; then disconnects half of the second ones, the others hang up. */
  async function betweenTwo(isSecond: boolean): Promise<void> {
    if (Date.now() - turnedAt < 1500) return;
    turnedAt = Date.now();
    if (!isSecond) return did1('swapped', ask('POST /dialer/swap', {}));
    if (Number(extension) % 3 === 0) return did1('ended the one on hold', ask('POST /dialer/end-held', {}));
    if (Number(extension) % 3 === 1) await did1('swapped', ask('POST /dialer/swap', {}));
  }
  async function speak(call: NonNullable<Standing['call']>, isBeside: boolean): Promise<void> {
    if (isBeside) return betweenTwo(call.isSecond);
    if (call.callRefNo !== mine.callRefNo) {
      calls += 1;
      mine = { callRefNo: call.callRefNo, way: ways[calls % ways.length] ?? 'talks', begun: 0, joinedAt: 0 };
    }
    const age = Date.now() - desk.since;
    const { transfer } = call;
    if (transfer?.isMine) return;
    if (transfer?.stage === 'joined') {
      if (mine.joinedAt === 0) mine.joinedAt = Date.now();
      // Consultation, three-way conversation, handover.
      if (call.heldSince !== null && Date.now() - mine.joinedAt > 1000)
        return did1('three in a call', ask('POST /dialer/hold', { isHeld: false }));
      if (Date.now() - mine.joinedAt > 2000)
        await did1('handed over', ask('POST /dialer/transfer/complete', {}));
      return;
    }
    if (transfer) return;
    if (mine.way === 'holds' && call.heldSince !== null && Date.now() - mine.begun > 1500)
      return void (await ask('POST /dialer/hold', { isHeld: false }));
    if (mine.way !== 'talks' && mine.begun === 0 && age > 1200) {
      mine.begun = Date.now();
      if (mine.way === 'holds') return did1('held', ask('POST /dialer/hold', { isHeld: true }));
      if (mine.way === 'calls another') {
        const other = desk.others.pop();
        turnedAt = mine.begun;
        if (other === undefined) return;
        return did1('called another', ask(`POST /dialer/second-call/${other}`, {}));
      }
      return handOn(mine.way.startsWith('sends'), mine.way.endsWith('number'));
    }
    // Half of them hang up first, once the talk is long enough.
    if (mine.way === 'talks' && Number(extension) % 2 === 0 && age > 4000)
      await did1('hung up', ask('POST /dialer/hang-up', {}));
  }
  /** About every ninth requests a callback soon. */
  async function writeDown({ loanId, callRefNo }: NonNullable<Standing['call']>): Promise<void> {
    const again = loanId !== null && !promised.has(loanId) && loanId % 9 === 0;
    const followUpDate = new Date(Date.now() + 15_000).toISOString();
    const said = await ask('POST /borrower/dispositions', {
      loanId,
      callRefNo,
      dispositionId: 900,
      comments: 'Spoke',
      ...(again && { followUpDate }),
    });
    if (said === undefined || !again) return;
    promised.add(loanId);
    did('promised to call back');
  }
  async function act({ status, call, beside }: Standing): Promise<void> {
    if (status === 'logged-out') return void (await ask('POST /dialer/login', { campaignId }));
    if (status === 'IDLE' || status === 'First-login')
      return void (await ask('POST /dialer/agent-ready', {}));
    if (status === 'ringing' && call?.type === 'inbound' && call.state === 'ringing')
      return did1('took a caller', ask('POST /dialer/answer', {}));
    if (status === 'on-call' && call) return speak(call, beside !== null);
    if (status === 'wrap-up' && call) await writeDown(call);
  }
  const work = (async () => {
    for (; isOpen; await turn(250)) {
      const said = (await ask<{ row: Standing }>('GET /dialer/status'))?.row;
      if (!said) continue;
      if (said.status !== desk.status) Object.assign(desk, { status: said.status, since: Date.now() });
      await act(said);
    }
  })();
  const page = (async () => {
    for (; isOpen; did('page reloaded')) {
      const socket = openPage(nodes, token);
      for (const end = Date.now() + pageMs; isOpen && Date.now() < end;) await turn(250);
      socket.close();
    }
  })();
  desk.stop = async () => {
    isOpen = false;
    await Promise.all([work, page]);
  };
  return desk;
}

/** Borrowers of an agent outside campaigns: called as second calls. */
export async function addOthers({ database }: Nodes, { userId, others }: Desk, count: number): Promise<void> {
  const numbers = Array.from(
    { length: count },
    (_, i) => `96${String(userId % 1000).padStart(3, '0')}${10_000 + i * 3}`,
  );
  const made = await database.rows<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) select 1, 'Other ' || n from unnest(${numbers}::text[]) n returning id, name)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, b.name, 'O' || substr(b.name, 7), substr(b.name, 7), ${userId} from b returning id`);
  others.push(...made.map(({ id }) => id));
}
