/** Outbox ingestion: one entry against a bare transaction, one phone with 500, 300 phones with 20 each. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { canonical, digestOf } from '../../src/kernel/contract/outbox/canonical.ts';
import { mostItems } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { agency } from '../agency.ts';
import { same } from '../kit.ts';
import { benchDatabase, launch, pairs, report, signedIn } from './kit.ts';

const phones = 300;
const loansEach = 20;
const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const tokens = await signedIn(database, phones, []);
await database.run(sql`update roles set role_type = 'agent' where slug = 'admin'`);
await database.run(sql`insert into borrowers (id, client_id, name)
  select n, 1, 'Borrower ' || n from generate_series(1, ${phones * loansEach}::int) n`);
await database.run(sql`insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding)
  select n, 1, 1, n, 'LN-' || n, 1 + (n - 1) / ${loansEach}::int, 100000 from generate_series(1, ${phones * loansEach}::int) n`);
await database.run(sql`insert into loan_assignments (loan_id, user_id, at)
  select id, assignee_id, now() - interval '30 days' from loans`);
await database.run(sql`analyze`);

const env = (port: string) => ({ BENCH_PG: JSON.stringify(config), BENCH_DIR: folder, BENCH_PORT: port });
const children = [
  await launch('./outbox-floor.ts', env('4873')),
  await launch('./kernel-ours.ts', env('4874')),
];
const ours = 'http://127.0.0.1:4874/api';
const day = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString();
let made = 0;
const loanOf = (phone: number): number => phone * loansEach + 1 + (made++ % loansEach);
const promise = (loanId: number) => ({
  loanId,
  dispositionId: 1,
  amount: 1000 + (made % 5000),
  ptpDate: day(5).slice(0, 10),
  followUpDate: day(4),
  comments: 'Gets paid on Friday',
});

/** Single PTPs, each with a separate key, sixteen concurrently. */
async function oneByOne(url: string, toBody: (phone: number) => object): Promise<number> {
  let phone = 0;
  const result = await autocannon({
    url,
    connections: 16,
    duration: 4,
    requests: [
      {
        method: 'POST',
        setupRequest(request: autocannon.Request) {
          phone = (phone + 1) % phones;
          return {
            ...request,
            headers: {
              ...same,
              'content-type': 'application/json',
              cookie: `sid=${tokens[phone]}`,
              'idempotency-key': randomUUID(),
            },
            body: JSON.stringify(toBody(phone)),
          };
        },
      },
    ],
  });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}
const bare = (phone: number) => {
  const { dispositionId: _, ...body } = promise(loanOf(phone));
  return { ...body, borrowerId: body.loanId, userId: phone + 1 };
};
const one = await pairs(
  5,
  () => oneByOne('http://127.0.0.1:4873/dispositions', bare),
  () => oneByOne(`${ours}/borrower/dispositions`, (phone) => promise(loanOf(phone))),
);
report('a promise, bare idempotent transaction', one.floor, { unit: 'requests/s' });
report('a promise through the product', one.ours, { unit: 'requests/s' });
report('recording against bare', one.ratio, { unit: 'of its throughput', atLeast: 0.5 });

interface Phone {
  deviceId: string;
  index: number;
  items: object[];
}
async function phoneWith(index: number, count: number): Promise<Phone> {
  const items = Array.from({ length: count }, async (_, i) => {
    const input = promise(loanOf(index));
    return {
      key: randomUUID(),
      cmd: 'borrower-dispositions.record',
      cmdV: 1,
      seq: i + 1,
      lane: `loan:${input.loanId}`,
      actorId: index + 1,
      occurredAt: {
        wall: new Date(Date.now() - 3_600_000 + i).toISOString(),
        skewMs: 0,
        skewAgeMs: 0,
        monoOk: true,
      },
      bodyHash: await digestOf(canonical(input)),
      input,
    };
  });
  return { deviceId: randomUUID(), index, items: await Promise.all(items) };
}
const roundTrip = 150;
/** Sends a phone's queue with this network delay; returns the round trips and accepted entries. */
async function drain({
  deviceId,
  index,
  items,
}: Phone): Promise<{ trips: number; accepted: number; replayed: number }> {
  const told = { trips: 0, accepted: 0, replayed: 0 };
  for (let i = 0; i < items.length; i += mostItems) {
    await new Promise((resolve) => setTimeout(resolve, roundTrip));
    const response = await fetch(`${ours}/sync/batch`, {
      method: 'POST',
      headers: { ...same, 'content-type': 'application/json', cookie: `sid=${tokens[index]}` },
      body: JSON.stringify({
        deviceId,
        sentAt: new Date().toISOString(),
        items: items.slice(i, i + mostItems),
      }),
    });
    const { row } = (await response.json()) as { row: { answers: { status: number; isReplay?: boolean }[] } };
    told.trips += 1;
    told.accepted += row.answers.filter(({ status }) => status === 200).length;
    told.replayed += row.answers.filter(({ isReplay }) => isReplay).length;
  }
  return told;
}
const seconds = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1000];
};
const entries = async (): Promise<number> =>
  (await database.one<{ n: number }>(sql`select count(*)::int as n from borrower_dispositions`))?.n ?? 0;

await drain(await phoneWith(1, 40));
const field = await phoneWith(0, 500);
const before = await entries();
const [first, took] = await seconds(() => drain(field));
report('500 entries at 150 ms: round trips', first.trips, { atMost: 6 });
report('500 entries at 150 ms', took, { unit: 's', atMost: 4 });
report('500 entries, the server’s part', took - (first.trips * roundTrip) / 1000, { unit: 's', atMost: 0.7 });
report('entries that were written', (await entries()) - before, { atLeast: 500, atMost: 500 });
const [again, tookAgain] = await seconds(() => drain(field));
report('sent again: answered from what is kept', again.replayed, { atLeast: 500 });
report('sent again: entries added', (await entries()) - before - 500, { atMost: 0 });
report('sent again', tookAgain, { unit: 's' });

const crowd = await Promise.all(Array.from({ length: phones }, (_, i) => phoneWith(i, 20)));
const atRest = await entries();
const [drained, all] = await seconds(() => Promise.all(crowd.map(drain)));
report('300 phones with 20 entries each', all, { unit: 's', atMost: 180 });
report(
  'accepted',
  drained.reduce((sum, { accepted }) => sum + accepted, 0),
  { atLeast: phones * 20 },
);
report('entries that were written', (await entries()) - atRest, {
  atLeast: phones * 20,
  atMost: phones * 20,
});

for (const child of children) child.kill('SIGKILL');
await stop();
process.exit(0);
