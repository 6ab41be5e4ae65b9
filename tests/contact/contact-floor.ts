/** A floor of agents for histories of contact: what each order does, and what must not have happened after it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { dnc } from '../../src/contexts/contact/contract/dnc.ts';
import { endContact } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sqlState } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { setWishes } from '../../src/contexts/contact/server/policy/wishes.ts';
import { eventLog } from '../../src/kernel/server/live/event.ts';
import { contactsThatDiffer } from '../contacts.ts';
import { type Caller, Refused, type TestServer, boot } from '../kit.ts';

export type Act =
  | { kind: 'call' | 'link' | 'visit' | 'late-visit' | 'hold' | 'release'; loan: number }
  | { kind: 'message'; loan: number; channel: 'sms' | 'whatsApp' | 'rcs' | 'ivr' }
  | { kind: 'dnc'; loan: number; isOn: boolean }
  | { kind: 'wish'; loan: number; noCalls: boolean; from: number | null }
  | { kind: 'end'; outcome: 'no_answer' | 'connected' | 'abandoned' }
  | { kind: 'wait'; minutes: number }
  | { kind: 'ready' };

export interface Floor {
  server: TestServer;
  agents: Caller[];
  desk: Caller;
  campaignId: number;
  /** Server time; advances with every step. */
  now(): Date;
  pass(seconds: number): void;
  /** Finishes active calls, and drains queued messages. */
  rest(): Promise<void>;
}
/** Start of a contact prohibition. */
interface Closed {
  loanId: number;
  /** A number, when it is not the person that is closed. */
  number: string | null;
  from: number;
  /** Preference: no calls, or two blocked hours daily. */
  wish?: { calls: true } | { hour: number };
}
export interface Scene {
  loans: { id: number; borrowerId: number; mobile: string }[];
  closed: Closed[];
  /** Closing and opening are serialised: concurrent ones would be ambiguous. */
  closing: Promise<void>;
  /** What was seen on the way: calls at one moment, and contacts of who was closed until then. */
  seen: string[];
}

const workers = 6;
export async function openFloor(): Promise<Floor> {
  let at = Date.parse('2026-12-01T03:00:00Z');
  const server = await boot({ clock: { now: () => new Date(at), isMoved: true } });
  const { database } = server;
  await database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  await database.run(sql`update compliance_rules set until_day = '2099-12-31' where kind = 'hours' and product_type is null
    and until_day is not null`);
  await database.run(
    sql`update compliance_rules set is_active = false where kind = 'hours' and from_day >= '2027-01-01'`,
  );
  const made = await database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Dues', 'progressive', 1, 1) returning id`);
  const campaignId = made?.id ?? 0;
  const agents: Caller[] = [];
  for (let i = 0; i < workers; i += 1) {
    const agent = await server.person({ roleType: 'agent' });
    await database.run(
      sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
    );
    await agent.call(dialer.login, { campaignId });
    agents.push(agent);
  }
  await database.run(sql`update agent_sessions set heartbeat_at = '2099-01-01'`);
  await database.run(sql`update dialer_processes set is_started = true where campaign_id = ${campaignId}`);
  const floor: Floor = {
    server,
    agents,
    desk: await server.as('list_dnc'),
    campaignId,
    now: () => new Date(at),
    pass: (seconds) => void (at += seconds * 1000),
    async rest() {
      await database.run(
        sql`update messages set due_at = null, status = 'failed' where status in ('stored', 'queued')`,
      );
      await database.run(sql`update leads set state = 'done' where state <> 'done'`);
      await endCalls(floor, 'no_answer', sql`true`);
      // 08:30 in India, a month later: earlier contacts no longer matter.
      at = (Math.floor(at / 86_400_000) + 35) * 86_400_000 + 3 * 3_600_000;
    },
  };
  return floor;
}

let made = 0;
const number = (): string => `7${String((made += 1)).padStart(7, '0')}61`;
/** Four borrowers with three loans each; the first two share a number. */
export async function people({ server, agents, campaignId }: Floor): Promise<Scene> {
  const persons = await server.database.rows<{ id: number }>(sql`
    insert into borrowers (client_id, name) select 1, 'Person ' || n from generate_series(0, 3) n returning id`);
  const shared = number();
  const wanted = persons.flatMap(({ id }, person) =>
    [0, 1, 2].map((k) => ({
      id,
      mobile: person < 2 && k === 0 ? shared : number(),
      agentId: agents[(person * 3 + k) % agents.length]?.id,
    })),
  );
  const loans = await server.database.rows<Scene['loans'][number]>(sql`
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id,
      payment_account_id, campaign_id)
    select 1, 1, w.id, 'Person', 'CO-' || w.id || '-' || w.n, w.mobile, w."agentId", 1, ${campaignId}
    from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (id bigint, mobile text, "agentId" bigint))
      with ordinality w (id, mobile, "agentId", n) order by w.n
    returning id, borrower_id as "borrowerId", mobile`);
  return { loans, closed: [], closing: Promise.resolve(), seen: [] };
}

/** A deadlock with the product's calls is ignored: PostgreSQL aborted it, nothing was changed. */
const unlessDeadlocked = (ending: Promise<number>): Promise<unknown> =>
  ending.catch((error: unknown) => {
    if (sqlState(error) !== '40P01') throw error;
  });

/** Rows locked by another worker are skipped until the next time. */
async function endCalls(
  { server, now }: Floor,
  outcome: string,
  whose: ReturnType<typeof sql>,
): Promise<void> {
  await unlessDeadlocked(
    server.database.run(sql`
    with ended as (
    update call_attempts k set state = 'ended', outcome = ${outcome}, due_at = null, wrap_end_at = ${now()},
      dialed_at = coalesce(dialed_at, claimed_at), ended_at = ${now()}
    where k.id = any(array(select k.id from call_attempts k where k.state <> 'ended' and ${whose} order by k.id for no key update skip locked))
      and k.state <> 'ended' returning *)
    ${endContact(sql`ended`)}`),
  );
  await unlessDeadlocked(
    server.database.run(sql`
    update agent_sessions s set activity = 'NONE', mode = 'PAUSED', word = 'IDLE', current_attempt_id = null, due_at = null
    where s.id = any(array(select s.id from agent_sessions s where s.ended_at is null and s.activity <> 'POOL'
      and not exists (select from call_attempts k where k.user_id = s.user_id and k.state <> 'ended')
      order by s.id for no key update skip locked))`),
  );
}

/** No borrower is in two calls at once: checked on one snapshot, after every step. */
async function lookForTwo({ server }: Floor, scene: Scene): Promise<void> {
  const live = await server.database.rows<{ loanId: number; phone: string }>(
    sql`select loan_id as "loanId", phone from call_attempts where state <> 'ended' and direction = 'outbound'`,
  );
  for (const borrowerId of new Set(scene.loans.map((one) => one.borrowerId))) {
    const own = scene.loans.filter((one) => one.borrowerId === borrowerId);
    const calls = live.filter(({ loanId, phone }) =>
      own.some(({ id, mobile }) => id === loanId || mobile === phone),
    );
    if (calls.length > 1) scene.seen.push(`${calls.length} calls at once of ${borrowerId}`);
  }
}

/** Contacts forbidden by rules are blocked; other failures would be a fault of the step. */
const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const known = new Set(['CONTACT_BLOCKED', 'DIALER_BUSY', 'DIALER_OFF', 'TAKEN', 'CHANGED_MEANWHILE']);
const mostTries = 10;
/** Like a real client, it retries on request: a visit blocks two seconds on its borrower. */
async function quietly(call: () => Promise<unknown>, tries = 1): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const seconds = Number(error.headers.get('Retry-After') ?? 0);
    if (error.status === 503 && seconds > 0 && tries < mostTries) {
      await wait(seconds * 1000);
      return quietly(call, tries + 1);
    }
    if (!known.has(error.body.code)) throw error;
  }
}

function close(
  floor: Floor,
  scene: Scene,
  one: Scene['loans'][number],
  number: string | null,
  wish?: Closed['wish'],
): void {
  scene.closed.push({
    loanId: one.id,
    number,
    from: floor.now().getTime(),
    ...(wish && { wish }),
  });
}
/**
 * Contacts so far are judged before opening. A previously requested one has its request time, and would be
 * indistinguishable from a forbidden contact.
 */
async function reopen(floor: Floor, scene: Scene, of: (one: Closed) => boolean): Promise<void> {
  const opened = scene.closed.filter(of);
  if (opened.length === 0) return;
  scene.seen.push(...ofClosed(scene, opened, await contactsOf(floor, scene)));
  scene.closed = scene.closed.filter((one) => !opened.includes(one));
}

export async function act(floor: Floor, scene: Scene, worker: number, order: Act): Promise<void> {
  floor.pass(1);
  await carryOut(floor, scene, worker, order);
  await lookForTwo(floor, scene);
}

async function carryOut(floor: Floor, scene: Scene, worker: number, order: Act): Promise<void> {
  const { server, agents, desk } = floor;
  const { database } = server;
  const self = agents[worker] ?? desk;
  if (order.kind === 'wait') return floor.pass(order.minutes * 60);
  if (order.kind === 'end') return endCalls(floor, order.outcome, sql`k.user_id = ${self.id}`);
  if (order.kind === 'ready') return quietly(() => self.call(dialer.ready, {}));
  const one = scene.loans[order.loan];
  if (!one) return;
  const loanId = one.id;
  const agent = agents[order.loan % agents.length] ?? self;
  if (order.kind === 'call') return quietly(() => agent.call(dialer.manualCall, { id: String(loanId) }));
  if (order.kind === 'link')
    return quietly(() => agent.call(paymentLinks.generate, { loanId, mobileNumber: 'mobile' }));
  if (order.kind === 'visit' || order.kind === 'late-visit') {
    const visit = {
      loanId,
      visitKey: randomUUID(),
      // Contacts reported afterwards are history: they may exceed a cap.
      outcome: order.kind === 'visit' ? ('locked' as const) : ('met' as const),
      place: 'none' as const,
      ...(order.kind === 'late-visit' && { hasHappened: true }),
    };
    const key = randomUUID();
    return quietly(() => agent.call(visits.record, visit, { key }));
  }
  if (order.kind === 'message') {
    await database.run(sql`
      insert into messages (loan_id, channel, mobile, message, due_at)
      values (${loanId}, ${order.channel}, ${one.mobile}, ${randomUUID()}, ${floor.now()})`);
    return;
  }
  const change = scene.closing.then(() => closeOrOpen(floor, scene, agent, order));
  scene.closing = change.catch(() => undefined);
  await change;
}

async function closeOrOpen(
  floor: Floor,
  scene: Scene,
  agent: Caller,
  order: Act & { loan: number },
): Promise<void> {
  const { server, desk } = floor;
  const one = scene.loans[order.loan];
  if (!one) return;
  const loanId = one.id;
  if (order.kind === 'dnc') {
    if (!order.isOn) await reopen(floor, scene, ({ number }) => number === one.mobile);
    await desk.call(dnc.add, { loanId, mobile: one.mobile, status: order.isOn ? 'active' : 'inactive' });
    return order.isOn ? close(floor, scene, one, one.mobile) : undefined;
  }
  if (order.kind === 'wish') {
    const { borrowerId } = one;
    const own = new Set(scene.loans.filter((loan) => loan.borrowerId === borrowerId).map(({ id }) => id));
    await reopen(floor, scene, ({ wish, loanId: of }) => wish !== undefined && own.has(of));
    const avoid = order.from === null ? null : { from: clockOf(order.from), until: clockOf(order.from + 2) };
    await server.database.transaction(async (tx) => {
      const events = eventLog(null, null);
      const wishes = { language: null, avoid, noCalls: order.noCalls };
      await setWishes(tx, { loanId, wishes, now: floor.now(), emit: events.emit });
      await events.flush(tx, []);
    });
    if (order.noCalls) close(floor, scene, one, null, { calls: true });
    if (order.from !== null) close(floor, scene, one, null, { hour: order.from });
    return;
  }
  if (order.kind === 'hold') {
    const [reason] = await agent.call(loanHolds.reasons, { loanId });
    await quietly(() =>
      agent
        .call(loanHolds.place, { loanId, reasonId: reason?.id ?? 0 })
        .then(() => close(floor, scene, one, null)),
    );
    return;
  }
  await reopen(floor, scene, ({ loanId: of, number, wish }) => of === loanId && number === null && !wish);
  for (const hold of (await agent.call(loanHolds.list, { loanId })).filter(({ isNow }) => isNow))
    await quietly(() => server.signIn(desk.id).then((who) => who.call(loanHolds.end, { id: hold.uId })));
}

interface Contact {
  what: string;
  loanId: number;
  borrowerId: number;
  number: string | null;
  at: string;
  isLate: boolean;
  /** A recorded call is a message that speaks. */
  isSpoken: boolean;
}
const contactsOf = ({ server }: Floor, { loans }: Scene): Promise<Contact[]> => {
  const ids = loans.map(({ id }) => id);
  return server.database.rows<Contact>(sql`
    select c.*, l.borrower_id as "borrowerId" from (
      select 'call' as what, loan_id as "loanId", phone as number, claimed_at as at, false as "isLate", true as "isSpoken"
      from call_attempts where outcome is distinct from 'congestion' and (dialed_at is not null or state <> 'ended')
      union all select 'message', loan_id, mobile, sent_at, false, channel = 'ivr' from messages where sent_at is not null
      union all select 'visit', v.loan_id, null, v.effective_at, v.outcome = 'met', false from visits v) c
    join loans l on l.id = c."loanId" where l.id = any(${ids}) order by c.at`);
};

const dayOf = (at: number): number => Math.floor((at + 19_800_000) / 86_400_000);
const hourOf = (at: number): number => ((at + 19_800_000) % 86_400_000) / 3_600_000;

const numbersOf = ({ loans }: Scene, borrowerId: number): Set<string | null> =>
  new Set(loans.filter((one) => one.borrowerId === borrowerId).map(({ mobile }) => mobile));
/** Contacts of closed borrowers, as text. */
function ofClosed(scene: Scene, closed: readonly Closed[], contacts: readonly Contact[]): string[] {
  const found: string[] = [];
  for (const { loanId, number, from, wish } of closed) {
    const { borrowerId = 0 } = scene.loans.find(({ id }) => id === loanId) ?? {};
    const numbers = number === null ? numbersOf(scene, borrowerId) : new Set<string | null>([number]);
    for (const one of contacts) {
      const at = Date.parse(one.at);
      const isMeant =
        (number === null && one.borrowerId === borrowerId) ||
        (one.number !== null && numbers.has(one.number));
      const isWished =
        !wish || ('calls' in wish ? one.isSpoken : hourOf(at) >= wish.hour && hourOf(at) < wish.hour + 2);
      const closedBy = number ?? (wish ? `a wish ${JSON.stringify(wish)}` : 'a hold');
      if (!one.isLate && isMeant && isWished && at > from)
        found.push(
          `${one.what} of ${one.loanId} at ${one.at}, closed by ${closedBy} of ${loanId} from ${new Date(from).toISOString()}`,
        );
    }
  }
  return found;
}

/** All violations, as text. */
export async function breaches(floor: Floor, scene: Scene): Promise<string[]> {
  const found: string[] = [];
  const contacts = await contactsOf(floor, scene);
  const free = contacts.filter(({ isLate }) => !isLate);
  for (const { what, at } of free) {
    const hour = hourOf(Date.parse(at));
    if (hour < 8 || hour >= 19) found.push(`${what} at ${at}`);
  }
  for (const borrowerId of new Set(scene.loans.map((one) => one.borrowerId))) {
    const numbers = numbersOf(scene, borrowerId);
    const theirs = free.filter(
      (one) => one.borrowerId === borrowerId || (one.number && numbers.has(one.number)),
    );
    const days = Map.groupBy(theirs, ({ at }) => dayOf(Date.parse(at)));
    for (const [day, all] of days) {
      const count = (what: string): number => all.filter((one) => one.what === what).length;
      if (count('call') > 3) found.push(`${count('call')} calls of ${borrowerId} on ${day}`);
      if (count('message') > 2) found.push(`${count('message')} messages of ${borrowerId} on ${day}`);
      const week = theirs.filter(({ at }) => dayOf(Date.parse(at)) <= day && dayOf(Date.parse(at)) > day - 7);
      if (week.length > 15) found.push(`${week.length} contacts of ${borrowerId} in a week`);
    }
  }
  found.push(...ofClosed(scene, scene.closed, contacts));
  for (const one of await contactsThatDiffer(floor.server.database)) found.push(JSON.stringify(one));
  return [...found, ...scene.seen];
}
