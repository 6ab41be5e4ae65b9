/** What the exchange made of who answered, and how often it was wrong. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Checked } from '../telephony/port.ts';
import type { Move } from '../engine/move.ts';

/** Of those held to be machines so many-th is put through all the same: only an agent can tell that it was a person. */
export const everyNth = 20;

/** Keeps it, once; true: a machine by the exchange's word, that an agent is to hear nevertheless. */
export async function keepCheck(move: Move, id: number, checked: Checked | undefined): Promise<boolean> {
  if (!checked) return false;
  const isThrough = checked.verdict === 'machine' && id % everyNth === 0;
  await move.tx.run(sql`
    insert into machine_checks (attempt_id, campaign_id, verdict, cause, at, is_put_through)
    select id, campaign_id, ${checked.verdict}, ${checked.cause}, ${move.now}, ${isThrough} from call_attempts
    where id = ${id} and campaign_id is not null on conflict do nothing`);
  return isThrough;
}

interface Errors {
  persons: number;
  machines: number;
  unsure: number;
  /** Put through as persons or unsure: of `asked` agents so many said it was a machine. */
  missed: { errors: number; asked: number };
  /** Machines put through to be heard: of `asked` agents so many said it was a person. */
  mistaken: { errors: number; asked: number };
  /** Messages left on machines: how many began, and how many of these were said to their end or cut off. */
  messages: { left: number; whole: number; cut: number };
}
const count = (of: Fragment): Fragment => sql`count(*) filter (where ${of})::int`;
const isMachine = sql`c.verdict = 'machine'`;
const isAsked = sql`k.spoken_to is not null`;
/** Of the calls of a campaign since then; null when none was checked. */
export async function errorsSince(tx: Tx, campaignId: number, since: Date): Promise<Errors | null> {
  const found = await tx.one<Errors>(sql`
    select ${count(sql`c.verdict = 'person'`)} as persons, ${count(isMachine)} as machines,
      ${count(sql`c.verdict = 'unsure'`)} as unsure,
      jsonb_build_object('errors', ${count(sql`not ${isMachine} and k.spoken_to = 'machine'`)},
        'asked', ${count(sql`not ${isMachine} and ${isAsked}`)}) as missed,
      jsonb_build_object('errors', ${count(sql`${isMachine} and ${isAsked} and k.spoken_to <> 'machine'`)},
        'asked', ${count(sql`${isMachine} and ${isAsked}`)}) as mistaken,
      jsonb_build_object('left', ${count(sql`c.fate in ('begun', 'whole', 'cut', 'unknown')`)},
        'whole', ${count(sql`c.fate = 'whole'`)}, 'cut', ${count(sql`c.fate = 'cut'`)}) as messages
    from machine_checks c join call_attempts k on k.id = c.attempt_id
    where c.campaign_id = ${campaignId} and c.at >= ${since}`);
  return found && found.persons + found.machines + found.unsure > 0 ? found : null;
}
