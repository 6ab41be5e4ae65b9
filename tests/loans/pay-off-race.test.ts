/** Payments, dispositions and reassignments of one loan at the same moment. */
import { expect, test } from 'vitest';
import { recomputeSummary } from '../../src/contexts/payments/server/summaries/summary.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { boot } from '../kit.ts';
import { changeLoans, changePayments } from '../world.ts';

const now = new Date(`${businessDay(new Date())}T06:30:00Z`);
const clock = { now: () => now };

test('concurrent payments, promises and reassignments leave one letter, and every promise with the assignee', async () => {
  const { database, person, stop } = await boot({ clock });
  const agent = await person({ roleType: 'agent' });
  const second = await person({ roleType: 'agent' });
  const made = await database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
    select 1, 1, id, 'RACE', ${agent.id}, 0 from b returning id`);
  const loanId = made?.id ?? 0;
  const promise = (n: number) =>
    agent
      .call(borrowerDispositions.record, {
        loanId,
        dispositionId: 1,
        amount: 1000 + n,
        ptpDate: businessDay(new Date(now.getTime() + (1 + n) * 86_400_000)),
        followUpDate: new Date(now.getTime() + 3_600_000).toISOString(),
      })
      // The loan may have gone to the other agent, or be paid off already.
      .catch(() => undefined);
  const lock = sql`select from loans where id = ${loanId} for no key update`;
  const pay = () =>
    database.transaction(async (tx) => {
      await tx.run(lock);
      await changePayments(
        tx,
        sql`insert into payments (loan_id, amount, payment_date, realized, source)
        values (${loanId}, 100000, ${businessDay(now)}, true, 'PAYMENT_FILE')`,
      );
      await recomputeSummary(tx, [loanId]);
    });
  const reassign = (to: number) =>
    database.transaction((tx) =>
      changeLoans(tx, sql`update loans set assignee_id = ${to} where id = ${loanId}`),
    );
  await promise(0);
  await Promise.all([0, 1, 2, 3].flatMap((n) => [promise(n), pay(), reassign(n % 2 ? agent.id : second.id)]));
  while ((await judgeWaiting(database, clock)) > 0);
  const seen = await database.one(sql`
    select paid_off_at is not null as "isPaidOff", (select count(*) from no_dues_letters n where n.loan_id = l.id) as letters,
      (select count(*) > 0 from promises p where p.loan_id = l.id) as "isPromised",
      (select count(*) from promises p where p.loan_id = l.id and (p.assignee_id, p.state) is distinct from (l.assignee_id, 'kept')) as wrong,
      (select count(*) from borrower_dispositions d where d.loan_id = l.id and not exists (select from promises p where p.id = d.id)) as without
    from loans l where id = ${loanId}`);
  expect(seen).toEqual({ isPaidOff: true, letters: 1, isPromised: true, wrong: 0, without: 0 });
  await stop();
});
