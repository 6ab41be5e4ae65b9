/** System status: metrics above their limit, their fixes, and the same metrics for machines. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { statusText } from '../../src/contexts/reporting/text/en/status.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot({ demo: true });
  admin = await server.demo('admin');
});
afterAll(() => server.stop());

const figure = async (name: string) =>
  (await admin.call(status.figures, {})).find((one) => one.name === name);
const metric = async (line: RegExp): Promise<string | undefined> =>
  line.exec(await (await server.anonymous.fetch('/metrics')).text())?.[1];

test('each metric has a label, and each limit an alert, a runbook section and a dashboard panel', async () => {
  const file = (name: string): Promise<string> =>
    readFile(new URL(`../../src/app/operation/${name}`, import.meta.url), 'utf8');
  const [alerts, runbook, board] = await Promise.all(['alerts.yml', 'runbook.md', 'grafana.json'].map(file));
  const figures = await admin.call(status.figures, {});
  expect(figures.length).toBeGreaterThan(12);
  for (const { name, limit } of figures) {
    expect(statusText.figures).toHaveProperty(name);
    expect(board).toContain(`recoup_${name}`);
    if (limit !== null) expect(alerts).toMatch(new RegExp(`\\(recoup_${name}\\) > ${limit}\n`));
  }
  const named = [...(alerts ?? '').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect(named.length).toBe(new Set(named).size);
  for (const name of named) expect(runbook).toContain(`## ${name}\n`);
});

test('every kind of background job has a readable name', async () => {
  const kinds = await server.database.rows<{ name: string }>(
    sql`select name from jobs.queue where name not like '\\_\\_%'`,
  );
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter(({ name }) => !(name in statusText.labels))).toEqual([]);
});

test('failed jobs exceed their limit until an administrator retries them', async () => {
  const letter = { to: 'asha@recoup.test', subject: 'Once more', body: 'Once more' };
  const [{ id } = { id: '' }] = await server.database.rows<{ id: string }>(sql`
    insert into jobs.job (name, data, state, retry_count, retry_limit, completed_on)
    values ('mail.send', ${JSON.stringify(letter)}::jsonb, 'failed', 3, 3, now()) returning id`);
  expect(await figure('jobs_failed')).toEqual({
    name: 'jobs_failed',
    values: [{ label: 'mail.send', value: 1 }],
    limit: 0,
    isOver: true,
  });
  expect(await metric(/recoup_jobs_failed\{queue="mail.send"\} (\d+)/)).toBe('1');
  expect(await admin.call(status.retryJobs, {})).toEqual({ count: 1 });
  expect(await figure('jobs_failed')).toMatchObject({ values: [], isOver: false });
  const state = sql`select state from jobs.job where id = ${id}`;
  await vi.waitFor(
    async () => expect(await server.database.one(state)).toEqual({ state: 'completed' }),
    60_000,
  );
});

test('a payment pending for days, and entries lost by a phone, are reported', async () => {
  await changePayments(
    server.database,
    sql`update payments set status = 'held', held_for = 'may-be-same', created_at = now() - interval '3 days'
    where id = (select min(id) from payments)`,
  );
  await server.database.run(sql`insert into sync_losses (author_id, device_id, fault, entries, since)
    values (${admin.id}, gen_random_uuid(), 'EVICTED', 4, now())`);
  const all = await admin.call(status.figures, {});
  const over = all.filter(({ isOver }) => isOver).map(({ name }) => name);
  expect(over).toEqual(expect.arrayContaining(['payments_held_seconds', 'entries_lost']));
  // Items needing attention are first.
  expect(all.slice(0, over.length).map(({ name }) => name)).toEqual(over);
  expect((await figure('entries_lost'))?.values).toEqual([{ label: null, value: 4 }]);
});

test('only administrators see it', async () => {
  for (const account of ['agent', 'lead', 'manager', 'client']) {
    const person = await server.demo(account);
    expect((await refusal(person.call(status.figures, {}))).status).toBe(403);
    expect((await refusal(person.call(status.retryJobs, {}))).status).toBe(403);
  }
});
