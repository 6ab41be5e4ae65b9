/** Results of answering-machine detection, and their error rate. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Checked } from '../telephony/port.ts';
import type { Move } from '../engine/move.ts';

/** Sampling: each nth call detected as an answering machine is connected anyway, because only an agent can verify it. */
export const everyNth = 20;

/** Stores the result once; true: detected as an answering machine but sampled for an agent. */
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
  /** Connected as persons or unsure: of `asked` agents, `errors` reported an answering machine. */
  missed: { errors: number; asked: number };
  /** Sampled answering machines: of `asked` agents, `errors` reported a person. */
  mistaken: { errors: number; asked: number };
  /** Messages on answering machines: started, completed and cut off. */
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
