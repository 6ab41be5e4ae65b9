/** Why an agent has no call: the first obstacle, until when, and who can remove it. */
import type { z } from 'zod/mini';
import type { WaitingReason, waiting } from '#contexts/dialer/contract/waiting.ts';
import type { OpeningFor } from '#contexts/contact/server/policy/contact.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { isFillable } from '../leads/leads.ts';
import type { CallDeps } from '../place-call.ts';
import { hasCallsToRecord } from '../recordings/required.ts';
import { hasTrunk } from '../trunks/choice.ts';

type Waiting = z.output<typeof waiting.gives>;

interface Facts {
  clientId: number;
  /** The campaign and its lender are switched on. */
  isActive: boolean;
  /** Calls of the campaign have to be recorded. */
  records: boolean;
  isClientActive: boolean;
  isStarted: boolean;
  hasLine: boolean;
  /** True if any trunk is in service. */
  hasTrunk: boolean;
  hasDue: boolean;
  /** Loans that the hopper will load in its next cycle. */
  isFilling: boolean;
  next: string | null;
}

/** The next lead, and loans that may become one, are looked for only where none is due. */
const factsOf = (tx: Tx, userId: number, now: Date): Promise<Facts | undefined> =>
  tx.one<Facts>(sql`
    select c.client_id as "clientId", c.is_active and l.is_active as "isActive", ${hasCallsToRecord} as records, l.is_active as "isClientActive", coalesce(p.is_started, false) as "isStarted",
      s.unheard is distinct from 'line' and s.missed_legs < 2 as "hasLine", due.is as "hasDue",
      ${hasTrunk} as "hasTrunk",
      not due.is and exists (select from loans l where ${isFillable(sql`s.campaign_id`)}) as "isFilling",
      case when not due.is then (select min(x.not_before) from leads x
        where x.campaign_id = s.campaign_id and x.state = 'queued') end as next
    from agent_sessions s join campaigns c on c.id = s.campaign_id join clients l on l.id = c.client_id
      left join dialer_processes p on p.campaign_id = c.id
      cross join lateral (select exists (select from leads x where x.campaign_id = s.campaign_id
        and (x.state in ('claimed', 'dialing') or (x.state = 'queued' and x.not_before <= ${now}))) as is) due
    where s.user_id = ${userId} and s.ended_at is null`);

/** The permission that removes the obstacle; none if time does. */
const changedBy: Partial<Record<WaitingReason, Flag>> = {
  inactive: 'edit_campaign',
  not_started: 'campaign_start_stop',
  no_leads: 'campaign_start_stop',
  later: 'campaign_start_stop',
};
/** Obstacles that an administrator removes. */
const technical: ReadonlySet<WaitingReason> = new Set([
  'no_exchange',
  'no_line',
  'no_trunk',
  'no_recording',
  'late_events',
]);
const mostPeople = 2;

/** Superiors with the permission, the nearest first; without one, administrators with it. */
async function peopleFor(
  tx: Tx,
  userId: number,
  { reason, isClientActive }: { reason: WaitingReason; isClientActive: boolean },
): Promise<string[]> {
  const flag = reason === 'inactive' && !isClientActive ? 'edit_client' : changedBy[reason];
  const isTechnical = technical.has(reason);
  if (!flag && !isTechnical) return [];
  const rows = await tx.rows<{ name: string }>(sql`
    select trim(u.first_name || ' ' || u.last_name) as name, b.user_id is not null as is_above
    from users u join roles r on r.id = u.role_id
      left join user_below b on b.ancestor_id = u.id and b.user_id = ${userId}
    where u.is_active and u.id <> ${userId} and (b.user_id is not null or r.role_type in ('admin', 'system_admin'))
      and ${flag ? sql`(${flag} = any(r.flags) or r.slug = 'system_admin')` : sql`r.role_type in ('admin', 'system_admin')`}
    order by is_above desc,
      array_position(array['tech_lead', 'authorized_officer', 'supervisor', 'manager', 'admin', 'system_admin'], r.role_type),
      u.id limit ${mostPeople}`);
  return rows.map(({ name }) => name);
}

interface Deps {
  hasExchange: boolean;
  isHeard: () => Promise<boolean>;
  openingFor: OpeningFor;
  exchange: CallDeps['exchange'];
}

async function reasonOf(
  tx: Tx,
  facts: Facts,
  { hasExchange, isHeard, openingFor, exchange, now }: Deps & { now: Date },
): Promise<Omit<Waiting, 'people'>> {
  const because = (reason: WaitingReason, until: string | null = null) => ({ reason, until });
  if (!hasExchange || !(await isHeard())) return because('no_exchange');
  if (!facts.hasLine) return because('no_line');
  if (!facts.hasTrunk) return because('no_trunk');
  const state = await exchange.state(tx);
  if (facts.records && state.fault !== null) return because('no_recording');
  if (state.dials === 'none') return because('late_events');
  if (!facts.isActive) return because('inactive');
  if (!facts.isStarted) return because('not_started');
  const closed = await openingFor(tx, facts.clientId, now);
  if (closed) return because('outside_hours', closed.until);
  if (facts.hasDue) return because('ready');
  if (facts.isFilling) return because('filling');
  return facts.next === null ? because('no_leads') : because('later', facts.next);
}

export async function waitingOf(tx: Tx, userId: number, deps: Deps & { now: Date }): Promise<Waiting> {
  const facts = await factsOf(tx, userId, deps.now);
  if (!facts) return { reason: 'ready', until: null, people: [] };
  const found = await reasonOf(tx, facts, deps);
  return { ...found, people: await peopleFor(tx, userId, { ...facts, ...found }) };
}
