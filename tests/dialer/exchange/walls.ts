/** What must not be, of all calls of a run: looked for at the telephones themselves. */
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import type { Nodes } from './nodes.ts';

/** No redials before this. */
const restMs = 14 * 60_000;

export interface Twice {
  /** Numbers that rang without a callback before their rest time was over. */
  twice: string[];
  /** How often one rang again. */
  again: number;
  /** Who was promised a call. */
  promised: ReadonlySet<string>;
}
export async function calledTwice({ database }: Nodes, legs: readonly SipCall[]): Promise<Twice> {
  const promises = await database.rows<{ phone: string; n: number }>(sql`
    select l.mobile as phone, count(*)::int as n from borrower_dispositions d join loans l on l.id = d.loan_id
    where d.follow_up_date is not null group by 1`);
  const promised = new Map(promises.map(({ phone, n }) => [phone, n]));
  let again = 0;
  const twice = [...Map.groupBy(legs, ({ number }) => number)].filter(([number, theirs]) => {
    again += theirs.length - 1;
    const soon = theirs.filter(
      (leg, i) => i > 0 && leg.began - (theirs[i - 1]?.endedAt ?? Infinity) < restMs,
    );
    return soon.length > (promised.get(number) ?? 0);
  });
  return { twice: twice.map(([number]) => number), again, promised: new Set(promised.keys()) };
}

export interface Silence {
  leg: SipCall;
  ms: number;
  since: number;
}
/** An answered leg that for more than a second got neither its peer's sound nor a prompt. */
export const silences = (legs: readonly SipCall[]): Silence[] =>
  legs.flatMap((leg) => {
    const { longestSilence: ms = 0, silentSince: since = 0 } = leg.media?.heard ?? {};
    return leg.answeredAt !== undefined && ms > 1000 ? [{ leg, ms, since }] : [];
  });
