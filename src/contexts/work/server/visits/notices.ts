/** Sends the notice before a visit (decision 223) by SMS, once the contact policy permits a message. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import {
  type DueNotice,
  closeNotice,
  deferNotice,
  dueNotices,
} from '#contexts/contact/server/policy/notice.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import type { SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import { visitMessages } from '#contexts/work/text/en/visit-messages.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';

interface Telling {
  database: Database;
  clock: Clock;
  evaluate: Evaluate;
  send: SendMessage;
  publicUrl: string;
}
const every = 3000;
const atOnce = 20;

async function tellOne(tx: Tx, o: Telling, due: DueNotice, now: Date): Promise<void> {
  const { id, loanId, mobile } = due;
  const decision = await permit(tx, o.evaluate, { loanId, channel: 'message' }, { now });
  const until = decision?.refusal?.until ?? null;
  if (decision?.refusal && until !== null) return void (await deferNotice(tx, id, until));
  const isTold = mobile !== null && decision !== undefined && !decision.refusal;
  await closeNotice(tx, id, isTold ? now : null);
  if (decision) await keepDecisions(tx, [decision], { now });
  if (isTold)
    await o.send(tx, {
      loanId,
      channel: 'sms',
      to: mobile,
      text: visitMessages.notice({
        lender: due.lender,
        ending: due.loanNumber.slice(-4),
        visitor: due.visitor,
        url: due.card === null ? null : `${o.publicUrl}/agent/${due.card}`,
      }),
      purpose: 'visit-notice',
      userId: null,
      countedAt: now,
    });
  const events = eventLog(null, null);
  const to = await watchersOf(tx, [due.askedBy, due.assigneeId]);
  events.emit('visits.notice', { id, facts: { loanId, became: isTold ? 'told' : 'nobody' }, to });
  await events.flush(tx, ['today', 'visits', 'communications']);
}

/** One batch; returns how many notices were due. */
const tellNotices = (o: Telling): Promise<number> =>
  o.database.transaction(async (tx) => {
    const now = o.clock.now();
    const due = await dueNotices(tx, now, atOnce);
    for (const one of due) await tellOne(tx, o, one, now);
    return due.length;
  });

/** Safe on every node at once. */
export const keepTellingNotices = (o: Telling, log: Logger): Loop =>
  openLoop(
    every,
    async () => {
      while ((await tellNotices(o)) === atOnce);
    },
    (error) => log.warn({ err: error }, 'notices of visits'),
  );
