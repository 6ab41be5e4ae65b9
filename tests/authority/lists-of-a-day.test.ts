/** The deactivation limit is per user and day in India, by the server's clock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let ahead = 0;
let server: TestServer;
let desk: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date(Date.now() + ahead) } });
  const chief = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
  const second = await server.person({ roleType: 'admin' });
  desk = await server.person({ roleType: 'admin', flags: ['upload_borrower_file'] });
  const step = { kind: 'deactivate', hours: 24, exceptLine: false } as const;
  await chief.call(authoritySteps.create, {
    ...step,
    name: 'alone',
    place: 1,
    deciderRole: 'asker',
    maxCount: 5,
  });
  await chief.call(authoritySteps.create, { ...step, name: 'second', place: 2, userId: second.id });
});
afterAll(() => server.stop());

let portfolioId = 70;
/** A list of a hundred loans with four missing: below the confirmation limit. */
async function sent() {
  portfolioId += 1;
  await server.database.run(
    sql`insert into portfolios (id, client_id, name) values (${portfolioId}, 1, ${`Day ${portfolioId}`})`,
  );
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) select 1, 'Person ' || n from generate_series(1, 100) n returning id, name)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name)
    select 1, ${portfolioId}, id, ${`D${portfolioId}-`} || replace(name, 'Person ', ''), name from person`);
  const rows = Array.from({ length: 96 }, (_, n) => `D${portfolioId}-${n + 5},Person ${n},,1`);
  const fileKey = await deliver(desk, ['LOAN NUMBER,BORROWER NAME,DOB,POS', ...rows, ''].join('\n'));
  const to = { clientId: 1, portfolioId };
  const job = await desk.call(files.parse, { fileKey, type: 'CUSTOMER_FILE', isNewRecords: true, ...to });
  return ended(desk, job.id);
}

test("a second complete list on the same day needs confirmation; the next day's first does not", async () => {
  expect(await sent()).toMatchObject({ isDryRun: false, missingLoansCount: 4 });
  expect(await sent()).toMatchObject({ isDryRun: true, missingToConfirm: 4 });
  ahead = 2 * 86_400_000;
  expect(await sent()).toMatchObject({ isDryRun: false, missingLoansCount: 4 });
});
