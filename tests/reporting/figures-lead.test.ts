/** Each linked dashboard figure opens a list with rows adding up to it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import {
  loansAssigned,
  loansWithHistory,
  loansWithStatus,
  outcomesOf,
  paymentsIn,
  promisesBy,
  promisesDue,
  promisesIn,
  settlementsWith,
} from '../../src/contexts/reporting/client/dashboard/addresses.ts';
import { dashboard, loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
const callers: Record<string, Caller> = {};
beforeAll(async () => {
  server = await boot({ demo: true });
  callers.agent = await server.demo('agent');
  callers.lead = await server.demo('lead');
});
afterAll(() => server.stop());

interface Listed {
  count: number;
  rows: { amount?: number | null; totalOutstanding?: number }[];
  summary?: { realizedamount: number; unrealizedamount: number };
}
const lists = {
  '/borrowers': loans.list,
  '/ptp': borrowerDispositions.list,
  '/disposition': borrowerDispositions.list,
  '/payment': payments.byAgent,
  '/settlement': settlements.list,
};
const asArray = new Set(['subdispositionIds', 'dispositionIds']);
/** The list as its screen reads it from the address. */
async function listAt(who: Caller, address: string): Promise<Listed> {
  const { pathname, searchParams } = new URL(address, 'http://recoup.test');
  const query = Object.fromEntries(
    [...searchParams].map(([name, value]) => [
      name,
      asArray.has(name)
        ? value.split(',').map(Number)
        : value === 'true' || value === 'false'
          ? value === 'true'
          : value,
    ]),
  );
  const fixed = { '/ptp': { module: 'PTP' }, '/borrowers': { isActive: true } }[pathname];
  const asked = { ...fixed, ...query, size: 500 };
  return (await who.call(lists[pathname as keyof typeof lists], asked as never)) as unknown as Listed;
}
const sum = (rows: Listed['rows'], of: 'amount' | 'totalOutstanding' = 'amount'): number =>
  rows.reduce((all, row) => all + Math.round((row[of] ?? 0) * 100), 0) / 100;
const figureOf = ({ count, rows }: Listed, of?: 'totalOutstanding') => ({
  count,
  ...(count <= rows.length && { amount: sum(rows, of) }),
});
/** Rows of a list may be more than a page: then only their number is compared. */
const expected = (figure: { count: number; amount?: number }, list: Listed) => ({
  count: figure.count,
  ...(list.count <= list.rows.length && figure.amount !== undefined && { amount: figure.amount }),
});

describe.each(['agent', 'lead'])('of the %s', (role) => {
  const who = (): Caller => callers[role] as Caller;
  test('payments of each period link to loans with exactly that sum', async () => {
    for (const row of await who().call(loanStats.payments, {}))
      for (const span of ['FTD', 'MTD', 'overAll'] as const) {
        const { summary } = await listAt(who(), paymentsIn(row.title, span));
        const found = summary?.[row.title === 'realized' ? 'realizedamount' : 'unrealizedamount'];
        expect({ span, title: row.title, found }).toEqual({
          span,
          title: row.title,
          found: row[span].amount,
        });
      }
  });
  test('promises by sub-disposition lead to those of the month', async () => {
    const rows = await who().call(loanStats.promises, {});
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const to = promisesBy(row.id);
      if (!to) continue;
      const list = await listAt(who(), to);
      expect([row.title, figureOf(list)]).toEqual([row.title, expected(row, list)]);
    }
  });
  test('dispositions of the month link to those of the month', async () => {
    for (const row of await who().call(loanStats.classification, {})) {
      const list = await listAt(who(), outcomesOf(row.title));
      expect([row.title, figureOf(list).count]).toEqual([row.title, row.count]);
    }
  });
  test('loans by status, by history and by their allocation lead to these loans', async () => {
    for (const row of await who().call(loanStats.statuses, {})) {
      const list = await listAt(who(), loansWithStatus(row.title));
      expect([row.title, list.count]).toEqual([row.title, row.count]);
    }
    for (const row of await who().call(loanStats.histories, {})) {
      const list = await listAt(who(), loansWithHistory(row.title));
      expect([row.title, list.count]).toEqual([row.title, row.loanIds.length]);
    }
    const { newCount, oldCount } = await who().call(dashboard.allocation, {});
    expect((await listAt(who(), loansAssigned(true))).count).toBe(newCount);
    expect((await listAt(who(), loansAssigned(false))).count).toBe(oldCount);
  });
  test('settlements by status lead to these settlements', async () => {
    for (const row of await who().call(loanStats.settlements, {})) {
      const list = await listAt(who(), settlementsWith(row.title));
      expect([row.title, list.count]).toEqual([row.title, row.count]);
    }
  });
});

test('loans by how often they were tried lead to these loans', async () => {
  const lead = callers.lead as Caller;
  const counted = async (asked: object) => (await lead.call(teamDashboard.counted, asked)).count;
  for (const { bucket, attempted, connected } of await lead.call(teamDashboard.intensity, {})) {
    if (bucket === 'Total') continue;
    expect([bucket, await counted({ attempted: bucket })]).toEqual([bucket, attempted.count]);
    expect([bucket, await counted({ connected: bucket })]).toEqual([bucket, connected.count]);
  }
  const total = (await lead.call(teamDashboard.intensity, {})).find(({ bucket }) => bucket === 'Total');
  const all = await listAt(lead, '/borrowers');
  expect([total?.attempted.count, total?.connected.count]).toEqual([all.count, all.count]);
  for (const row of await lead.call(teamDashboard.standing, {}))
    expect([row.title, await counted({ standing: row.title })]).toEqual([row.title, row.count]);
});

test('PTPs of the team by date link to these PTPs', async () => {
  const lead = callers.lead as Caller;
  const { FTD, MTD, overAll, futurePtpAmount } = await lead.call(teamDashboard.promises, {});
  for (const [span, figure] of Object.entries({ FTD, MTD, overAll })) {
    const list = await listAt(lead, promisesIn(span as 'FTD'));
    expect([span, figureOf(list)]).toEqual([span, expected(figure, list)]);
  }
  const tomorrow = new Date(Date.now() + 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const ahead = await listAt(lead, promisesDue(tomorrow));
  if (ahead.count <= ahead.rows.length) expect(sum(ahead.rows)).toBe(futurePtpAmount);
});
