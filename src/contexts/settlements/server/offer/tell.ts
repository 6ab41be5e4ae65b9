/** The borrower gets the link to an offer once the rules of contact allow it. */
import { dayText } from '#kernel/contract/india.ts';
import { type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { settlementMessages } from '#contexts/settlements/text/en/settlement-messages.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { mobileOf } from './code.ts';

interface Telling {
  database: Database;
  clock: Clock;
  evaluate: Evaluate;
  send: SendMessage;
  publicUrl: string;
}
interface Due {
  id: number;
  loanId: number;
  loanNumber: string;
  lender: string;
  mobile: string | null;
  code: string;
  acceptBy: string;
  isVersion: boolean;
}
const every = 3000;
const atOnce = 20;

const take = (tx: Tx, now: Date): Promise<Due[]> =>
  tx.rows<Due>(sql`
    select q.settlement_id as id, q.loan_id as "loanId", l.loan_number as "loanNumber", c.name as lender,
      ${mobileOf} as mobile, q.code, q.accept_by as "acceptBy", s.replaces_id is not null as "isVersion"
    from settlement_plans q join settlements s on s.id = q.settlement_id join loans l on l.id = q.loan_id join clients c on c.id = l.client_id
    where q.tell_at <= ${now} and q.state = 'offered' order by q.tell_at, q.settlement_id limit ${atOnce}
    for no key update of q skip locked`);

async function tellOne(tx: Tx, o: Telling, due: Due, now: Date): Promise<void> {
  const { id, loanId } = due;
  const decision = await permit(
    tx,
    o.evaluate,
    { loanId, channel: 'message', ...(due.isVersion && due.mobile !== null && { number: due.mobile }) },
    { now },
  );
  const until = decision?.refusal?.until ?? null;
  if (decision?.refusal && until !== null)
    return void (await tx.run(
      sql`update settlement_plans set tell_at = ${until} where settlement_id = ${id}`,
    ));
  await tx.run(sql`update settlement_plans set tell_at = null where settlement_id = ${id}`);
  const told = due.mobile !== null && decision !== undefined && !decision.refusal;
  if (decision) await keepDecisions(tx, [decision], { now });
  if (told && due.mobile)
    await o.send(tx, {
      loanId,
      channel: 'sms',
      to: due.mobile,
      text: settlementMessages[due.isVersion ? 'changed' : 'offer']({
        lender: due.lender,
        ending: due.loanNumber.slice(-4),
        day: dayText(due.acceptBy),
        url: `${o.publicUrl}/pay/settlement?q=${due.code}`,
      }),
      purpose: 'settlement-offer',
      userId: null,
      countedAt: now,
    });
  const events = eventLog(null, null);
  events.emit('settlements.offer', { id, facts: { loanId, became: told ? 'told' : 'nobody-told' }, to: [] });
  await events.flush(tx, []);
}

/** Answers how many it looked at. */
const tellOffers = (o: Telling): Promise<number> =>
  o.database.transaction(async (tx) => {
    const now = o.clock.now();
    const due = await take(tx, now);
    for (const one of due) await tellOne(tx, o, one, now);
    return due.length;
  });

/** Safe on every node at once. */
export const keepTellingOffers = (o: Telling, log: Logger): Loop =>
  openLoop(
    every,
    async () => {
      while ((await tellOffers(o)) === atOnce);
    },
    (error) => log.warn({ err: error }, 'offers of settlements'),
    o.database.rest,
  );
