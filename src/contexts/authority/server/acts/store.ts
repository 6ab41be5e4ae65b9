import type { ActLine } from '#contexts/authority/contract/act-labels.ts';
import type { RequestFacts } from '#contexts/authority/contract/rules.ts';
import type { Flag } from '#kernel/contract/flags.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Subject } from '../slots.ts';
import { type ActKind, type ActReading, markOf } from './act.ts';

export interface KeptAct {
  id: number;
  kind: ActKind;
  endpoint: string;
  /** Encrypted for `actSeal`. */
  asked: string;
  name: string;
  lines: ActLine[];
  facts: RequestFacts;
  stands: string;
  clientId: number | null;
  loanId: number | null;
  assigneeId: number | null;
  askedBy: number;
  /** User the act concerns; null if none. */
  personId: number | null;
  secondBy: Flag | null;
}
/** Input decrypts for this endpoint and requester only. */
export const actSeal = (endpoint: string, askedBy: number): string => `act ${endpoint} of ${askedBy}`;

const found = sql`a.id, a.kind, a.endpoint, a.asked, a.name, a.lines, a.facts, a.stands, a.client_id as "clientId",
  a.loan_id as "loanId", coalesce((select l.assignee_id from loans l where l.id = a.loan_id), a.person_id) as "assigneeId", a.asked_by as "askedBy",
  a.person_id as "personId", a.second_by as "secondBy"`;
export const waitingAct = (tx: Tx, id: number, lock: Fragment = sql``): Promise<KeptAct | undefined> =>
  tx.one(sql`select ${found} from authority_acts a where a.id = ${id} and a.state = 'waiting' ${lock}`);
export const lockAct = (tx: Tx, id: number): Promise<KeptAct | undefined> =>
  waitingAct(tx, id, sql`for no key update of a`);
/** An equal pending act. */
export const sameAct = (
  tx: Tx,
  o: { endpoint: string; askedBy: number; stands: string },
): Promise<KeptAct | undefined> =>
  tx.one(sql`
    select ${found} from authority_acts a
    where a.state = 'waiting' and a.endpoint = ${o.endpoint} and a.asked_by = ${o.askedBy} and a.stands = ${o.stands}`);

export async function addAct(
  tx: Tx,
  o: {
    kind: ActKind;
    endpoint: string;
    asked: string;
    askedBy: number;
    secondBy: Flag | undefined;
    reading: ActReading;
  },
): Promise<KeptAct> {
  const { name, lines, facts, clientId, loanId = null, personId = null } = o.reading;
  const made = await tx.one<{ id: number }>(sql`
    insert into authority_acts (kind, endpoint, asked, name, lines, facts, stands, client_id, loan_id, asked_by, person_id, second_by)
    values (${o.kind}, ${o.endpoint}, ${o.asked}, ${name}, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(facts)}::jsonb,
      ${markOf(o.reading)}, ${clientId}, ${loanId}, ${o.askedBy}, ${personId}, ${o.secondBy ?? null}) returning id`);
  const act = made && (await waitingAct(tx, made.id));
  if (!act) throw new Error('no act was kept');
  return act;
}

export const rereadAct = (tx: Tx, id: number, reading: ActReading): Promise<number> =>
  tx.run(sql`
    update authority_acts set name = ${reading.name}, lines = ${JSON.stringify(reading.lines)}::jsonb,
      facts = ${JSON.stringify(reading.facts)}::jsonb, stands = ${markOf(reading)}, runs_at = null, updated_at = now() where id = ${id}`);

/** Zero where it no longer waited. */
export const closeAct = (
  tx: Tx,
  id: number,
  state: 'done' | 'granted' | 'rejected' | 'withdrawn' | 'expired',
): Promise<number> =>
  tx.run(sql`
    update authority_acts set state = ${state}, closed_at = now(), updated_at = now()
    where id = ${id} and state = 'waiting'`);

/** Uses up what was granted to this person within the day; false where nothing was. */
export const takeGrant = async (
  tx: Tx,
  o: { endpoint: string; askedBy: number; stands: string; now: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    update authority_acts set state = 'done', updated_at = now() where id = (
      select id from authority_acts where state = 'granted' and endpoint = ${o.endpoint} and asked_by = ${o.askedBy}
        and stands = ${o.stands} and closed_at > ${o.now}::timestamptz - interval '1 day' limit 1 for update)
      and state = 'granted'`)) === 1;

export const subjectOfAct = ({
  id,
  kind,
  clientId,
  loanId,
  assigneeId,
  facts,
  askedBy,
  personId,
  secondBy,
}: KeptAct): Subject => ({
  kind,
  id,
  portfolioId: null,
  clientId,
  ...((loanId !== null || personId !== null) && { assigneeId }),
  facts,
  makers: [askedBy],
  ...(secondBy !== null && { secondBy }),
});
