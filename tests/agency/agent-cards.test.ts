/** Agents are verifiable: a public card, and no loans with an expired certificate. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentCards } from '../../src/contexts/agency/contract/agent-cards.ts';
import { switchOff } from '../../src/contexts/lenders/contract/switch-off.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { lengthenWaits } from '../long-waits.ts';
import { addLoan, days } from '../sync/phone.ts';

let server: TestServer;
let admin: Caller;
let agent: Caller;
let campaignId = 0;

beforeAll(async () => {
  server = await boot();
  await lengthenWaits(server.database);
  admin = await server.as('list_user', 'edit_user');
  agent = await server.person({ roleType: 'agent' });
  const made = await server.database.one<{ id: number }>(
    sql`insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Field', 'predictive', 3, 1) returning id`,
  );
  campaignId = made?.id ?? 0;
  await server.database.run(
    sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
  );
});
afterAll(() => server.stop());

const day = (n: number): string => businessDay(days(n));
const certify = (validUntil: string | null, who = agent) =>
  admin.call(agentCards.edit, {
    id: String(who.id),
    certificateNumber: validUntil && 'DRA/2024/117',
    validUntil,
  });
const page = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + new URL(url).pathname + new URL(url).search, { headers });
  return { status: answer.status, text: await answer.text() };
};

test('an agent card identifies the agent, and its public page confirms it in two languages', async () => {
  await admin.call(agentCards.setRule, { agencyName: 'Sahyadri Recovery', needsCertificate: false });
  expect(await certify(day(400))).toMatchObject({ state: 'valid', certificateNumber: 'DRA/2024/117' });
  const card = await agent.call(agentCards.own, {});
  expect(card).toMatchObject({ agency: 'Sahyadri Recovery', lenders: ['Asha Microfinance'], state: 'valid' });
  const english = await page(card.url);
  expect(english.status).toBe(200);
  for (const word of [
    card.name,
    'Sahyadri Recovery',
    'Asha Microfinance',
    'DRA/2024/117',
    'Yes, this person',
  ])
    expect(english.text).toContain(word);
  expect((await page(`${card.url}?lang=hi`)).text).toContain('हाँ, यह व्यक्ति एजेंसी के लिए काम करता है।');
  expect((await page(card.url, { 'Accept-Language': 'hi-IN,hi' })).text).toContain('lang="hi"');
});

test('the page shows an expired certificate, a departed agent or an unknown code', async () => {
  const asif = await server.person({ roleType: 'agent' });
  const { url } = await asif.call(agentCards.own, {});
  await certify(day(-1), asif);
  expect((await page(url)).text).toMatch(/certificate ended on \d\d \w{3} \d{4}/);
  await certify(day(0), asif);
  expect((await page(url)).text).toContain('Yes, this person');
  const renewed = await asif.call(agentCards.renewOwn, {});
  expect(renewed.url).not.toBe(url);
  const old = await page(url);
  expect([old.status, old.text.includes('Nobody has this code')]).toEqual([404, true]);
  await server.database.run(sql`update users set is_active = false where id = ${asif.id}`);
  const left = await page(renewed.url);
  expect(left.text).toContain('does not work for the agency any more');
  expect(left.text).not.toContain(renewed.name);
});

test('code guessing is throttled per address, without affecting valid lookups there', async () => {
  const { url } = await agent.call(agentCards.own, {});
  await server.database.run(sql`delete from throttle where key like 'agent-card:%'`);
  for (let i = 0; i < 12; i++) await page(`http://x/agent/guess-${i}`);
  const slow = await page('http://x/agent/guess-13');
  expect([slow.status, slow.text.includes('Too many codes'), slow.text.includes('Do not pay')]).toEqual([
    429,
    true,
    false,
  ]);
  expect((await page(url)).status).toBe(200);
  await server.database.run(sql`delete from throttle where key like 'agent-card:%'`);
  for (let i = 0; i < 30; i++) await page(url);
  expect((await page('http://x/agent/guess-1')).status).toBe(404);
});

test('a photo is a JPEG; a certificate has number and date; self-certification is rejected', async () => {
  const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64');
  const id = String(agent.id);
  expect((await admin.call(agentCards.edit, { id, photo })).photo).toBe(`data:image/jpeg;base64,${photo}`);
  const { url } = await agent.call(agentCards.own, {});
  const shown = (await page(url)).text;
  expect([shown.includes(photo), shown.includes('Compare the photo')]).toEqual([true, true]);
  const text = Buffer.from('<svg onload=alert(1)>').toString('base64');
  expect((await refusal(admin.call(agentCards.edit, { id, photo: text }))).body.code).toBe('WRONG_FILE_TYPE');
  const half = admin.call(agentCards.edit, { id, certificateNumber: 'X', validUntil: null });
  expect((await refusal(half)).body.fields?.[0]?.path).toBe('validUntil');
  const own = admin.call(agentCards.edit, {
    id: String(admin.id),
    certificateNumber: 'X',
    validUntil: day(9),
  });
  expect((await refusal(own)).body.code).toBe('NOT_FOUND');
  expect((await refusal(agent.call(agentCards.list, {}))).status).toBe(403);
});

test('certificates expiring within thirty days are listed automatically', async () => {
  const soon = await server.person({ roleType: 'agent' });
  await certify(day(29), soon);
  const { rows } = await admin.call(agentCards.list, { state: 'expiring' });
  expect(rows.map(({ id }) => id)).toEqual([soon.id]);
  await certify(day(31), soon);
  expect((await admin.call(agentCards.list, { state: 'expiring' })).rows).toEqual([]);
});

test('where certificates are required, an expired one blocks loan assignment', async () => {
  const lead = await server.person({ roleType: 'manager', flags: ['edit_user'] });
  await server.database.run(sql`update users set reporting_to = ${lead.id} where id = ${agent.id}`);
  const loanId = await addLoan(server, agent.id);
  const assign = () => admin.call(loans.assign, { loanIds: [loanId], userIds: [agent.id], campaignId });
  const handOver = () => admin.call(switchOff.handOver, { id: String(other.id), userIds: [agent.id] });
  const other = await server.person({ roleType: 'agent' });
  await certify(day(-1));
  // Off, the flows of the specification stay as they are.
  await assign();
  await admin.call(agentCards.setRule, { agencyName: 'Sahyadri Recovery', needsCertificate: true });
  for (const act of [assign, handOver]) {
    const refused = (await refusal(act())).body;
    expect(refused.code).toBe('CERTIFICATE_EXPIRED');
    expect(refused.message).toContain('no certificate that is valid today');
  }
  await certify(day(0));
  await assign();
  await handOver();
});

test('where certificates are required, an agent without one is not confirmed as a collector', async () => {
  const ravi = await server.person({ roleType: 'agent' });
  const { url } = await ravi.call(agentCards.own, {});
  await admin.call(agentCards.setRule, { agencyName: 'Sahyadri Recovery', needsCertificate: true });
  const without = (await page(url)).text;
  expect([without.includes('no certificate on record'), without.includes('class="state good"')]).toEqual([
    true,
    false,
  ]);
  await certify(day(3), ravi);
  expect((await page(url)).text).toContain('class="state good"');
  await certify(null, ravi);
  await admin.call(agentCards.setRule, { agencyName: 'Sahyadri Recovery', needsCertificate: false });
  expect((await page(url)).text).toContain('class="state good"');
});
