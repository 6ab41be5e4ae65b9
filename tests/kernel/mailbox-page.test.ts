/** The development mailbox: what was sent, with its links, for administrators of a demo. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentLinks } from '../../src/contexts/payments/contract/pay/payment-links.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeAll(async () => {
  // An hour in which borrowers may be written to.
  server = await boot({ clock: { now: () => new Date('2026-11-20T06:30:00Z') } });
});
afterAll(() => server.stop());

test('a link that was sent is read and opened there', async () => {
  const agent = await server.person({ roleType: 'agent' });
  const admin = await server.person({ roleType: 'admin' });
  await server.database.run(
    sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
  );
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_account_id)
    select 1, 1, b.id, 'BOX-1', ${agent.id}, '9000004321', 1 from b returning id`);
  await server.database.run(
    sql`insert into mailbox (recipient, subject, body) values ('a@recoup.test', '<b>Hello</b>', 'Nothing')`,
  );
  expect(await (await admin.fetch('/dev/messages?q=9000004321')).text()).toContain(
    'Nothing matches this search.',
  );
  const { url } = await agent.call(paymentLinks.generate, { loanId: loan?.id ?? 0, mobileNumber: 'mobile' });
  await expect
    .poll(async () => (await admin.fetch('/dev/messages')).text())
    .toContain('SMS · 9000004321 · Delivered');
  const text = await (await admin.fetch('/dev/messages')).text();
  expect(text).toContain('&lt;b&gt;Hello&lt;/b&gt;');
  const shown = /<a href="([^"]+q=[^"]+)">/.exec(text)?.[1] ?? '';
  expect(shown).toBe(url);
  const opened = await fetch(server.url + new URL(shown).pathname + new URL(shown).search);
  expect(await opened.text()).toContain('Asha Rao');
  for (const other of [agent, server.anonymous]) {
    const refused = await other.fetch('/dev/messages');
    expect([refused.status, (await refused.text()).includes('BOX-1')]).toEqual([401, false]);
  }
});

test('in production there is no such page', async () => {
  const other = await boot({ env: { RECOUP_MODE: 'production' } });
  const text = await (await other.anonymous.fetch('/dev/messages')).text();
  expect(text).not.toContain('Development mailbox');
  await other.stop();
});
