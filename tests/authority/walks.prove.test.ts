/** Random actions and delays: nothing is approved without the right approver. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { portal } from '../../src/contexts/settlements/contract/portal.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, Refused } from '../kit.ts';
import { runsOf, seed, timeout } from '../prove.ts';
import { type Office, ask, late, openOffice } from './office.ts';

const people = ['agent', 'lead', 'manager', 'substitute', 'admin', 'chief', 'lender'] as const;
type Name = (typeof people)[number];
const acts = [
  'approve',
  'bulk',
  'decide',
  'reject',
  'amount',
  'reopen',
  'reinitiate',
  'passOn',
  'send',
  'answer',
  'late',
] as const;
interface Click {
  who: Name;
  to: Name;
  what: (typeof acts)[number];
  amount: number;
}
/** Written by hand, not read from the policy: maximum waiver per role, in percent. */
const mostOf: Partial<Record<Name, number>> = { lead: 20, manager: 35, substitute: 35 };

let o: Office;
beforeAll(async () => {
  o = await openOffice();
});
afterAll(() => o.server.stop());

const requestOf = async (id: number): Promise<string> =>
  String(
    (
      await o.server.database.one<{ id: number }>(
        sql`select id from authority_requests where subject_id = ${id} order by id desc limit 1`,
      )
    )?.id ?? 0,
  );

async function press(id: number, { who: name, to, what, amount }: Click): Promise<unknown> {
  const who: Caller = o[name];
  const set = (status: 'Approved' | 'Rejected' | 'AmountUpdated' | 'ReOpened', more = {}) =>
    who.call(settlements.updateStatus, { id, status, ...more });
  const because = { comments: 'Because', suggestedAmount: amount };
  switch (what) {
    case 'approve':
      return set('Approved');
    case 'bulk':
      return who.call(settlements.bulkApprove, { ids: [id] });
    case 'decide':
      return who.call(authority.decide, {
        id: await requestOf(id),
        decision: 'approve',
        amount: ((await standing(id))?.amount ?? 0) / 100,
      });
    case 'reject':
      return set('Rejected', because);
    case 'amount':
      return set('AmountUpdated', { updateAmount: amount });
    case 'reopen':
      return set('ReOpened');
    case 'reinitiate':
      return who.call(settlements.reinitiate, { id: String(id), amount });
    case 'passOn':
      return who.call(authority.passOn, { id: await requestOf(id), userId: o[to].id });
    case 'send':
      return who.call(settlements.sendToClient, { ids: [id] });
    case 'answer':
      return who.call(portal.answer, { id: String(id), status: 'Approved' });
    case 'late':
      return late(o);
  }
}

interface Standing {
  status: string;
  amount: number;
  by: number | null;
  makers: number[];
  clientStatus: string | null;
}
const standing = (id: number): Promise<Standing | undefined> =>
  o.server.database.one<Standing>(sql`
    select status, amount, last_approval_user_id as by, client_status as "clientStatus",
      array_remove(array[user_id, asked_by, amount_by], null) as makers from settlements where id = ${id}`);

test(
  'no sequence of actions reaches Approved without an eligible approver who is not a maker',
  async () => {
    let approved = 0;
    const click: fc.Arbitrary<Click> = fc.record({
      who: fc.constantFrom(...people),
      to: fc.constantFrom(...people),
      what: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('approve' as const, 'decide' as const) },
        { weight: 4, arbitrary: fc.constantFrom(...acts) },
      ),
      amount: fc.constantFrom(50_000, 64_999, 65_000, 79_999, 80_000, 95_000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('agent' as const, 'lead' as const, 'manager' as const),
        fc.constantFrom(65_000, 70_000, 80_000),
        fc.array(click, { minLength: 4, maxLength: 12 }),
        async (maker, first, clicks) => {
          const id = await ask(o, first, o[maker]);
          let before = await standing(id);
          /**
           * The backup approver is eligible once the manager's hours have passed, or immediately where the manager made
           * it.
           */
          let isSubstituted = false;
          for (const one of clicks) {
            const isDone = await press(id, one).then(
              () => true,
              (error: unknown) => {
                if (error instanceof Refused && error.status < 500) return false;
                throw error;
              },
            );
            const after = await standing(id);
            if (isDone && one.what === 'late') isSubstituted = true;
            if (after?.status === 'Approved' && before?.status !== 'Approved') {
              approved++;
              const by = people.find((name) => o[name].id === after.by);
              expect(by).toBe(one.who);
              expect(after.makers).not.toContain(after.by);
              const most = by && mostOf[by];
              expect([by, most !== undefined]).toEqual([by, true]);
              expect(10_000_000 - after.amount).toBeLessThanOrEqual(((most ?? 0) * 10_000_000) / 100);
              if (by === 'substitute')
                expect(isSubstituted || after.makers.includes(o.manager.id)).toBe(true);
            }
            // Client decisions come only from the lender's account.
            if (after?.clientStatus === 'Approved' && before?.clientStatus !== 'Approved')
              expect([one.who, one.what]).toEqual(['lender', 'answer']);
            before = after;
          }
        },
      ),
      { seed, numRuns: runsOf(40, 20_000) },
    );
    expect(approved).toBeGreaterThan(runsOf(5, 1000));
  },
  timeout,
);
