/** Today and PTP judging in a large agency; LOANS sets the size, by default a million. */
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { benchDatabase, median, report } from './kit.ts';

const loans = Number(process.env.LOANS ?? 1_000_000);
const agents = Math.min(500, Math.max(12, Math.round(loans / 200)));
const { database, folder, stop } = await benchDatabase();
const clock = { now: () => new Date() };

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await database.one<{ n: number }>(query))?.n ?? 0;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const judgeAll = async (): Promise<void> => {
  while ((await judgeWaiting(database, clock)) > 0);
};

await loadDemo(database, { loans, agents });
const promises = await count(sql`select count(*) as n from promises`);
report('promises in the agency', promises, {});
report('promises judged in a second, all of them', (promises / (await timed(judgeAll))) * 1000, {});
report('nothing to judge', await timed(judgeAll), { unit: 'ms', atMost: 20 });

// Midnight, when a twentieth of the open PTPs lapse.
await database.run(sql`update promises set due_on = current_date - 1, lapses_on = current_date - 1, made_on = current_date - 3
  where id in (select id from promises where state = 'open' and id % 20 = 0)`);
const lapsed = await count(
  sql`select count(*) as n from promises where state = 'open' and lapses_on < current_date`,
);
const night = await timed(judgeAll);
report('promises over in a night', lapsed, {});
report('the end of a day', night, { unit: 'ms', atMost: 10_000 });

// One agent with very many loans, and one with as many as most have.
const config = readConfig({ PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file' });
const app = await startApp({ config, database });
async function day(userId: number, query: string): Promise<number[]> {
  const token = `token-${userId}-${'x'.repeat(30)}`;
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    values (${hashOf(token)}, ${userId}, now() + interval '1 hour', interval '1 hour') on conflict do nothing`);
  const times: number[] = [];
  for (let i = 0; i < 40; i += 1)
    times.push(
      await timed(async () => {
        const answer = await fetch(`${app.url}/api/today?${query}`, { headers: { Cookie: `sid=${token}` } });
        if (!answer.ok) throw new Error(`today answered ${answer.status}`);
        await answer.json();
      }),
    );
  return times.slice(5).sort((a, b) => a - b);
}
const p95 = (times: readonly number[]): number => times[Math.floor(times.length * 0.95)] ?? Number.NaN;
const busiest = await database.one<{ id: number; n: number }>(sql`
  select assignee_id as id, count(*) as n from loans where assignee_id is not null and is_active group by 1 order by 2 desc limit 1`);
const usual = await database.one<{ id: number; n: number }>(sql`
  select assignee_id as id, count(*) as n from loans where assignee_id is not null and is_active group by 1
  order by abs(count(*) - 200), 1 limit 1`);
for (const agent of [usual, busiest]) {
  if (!agent) continue;
  const times = await day(agent.id, 'size=50');
  report(`today of an agent with ${agent.n} loans, median`, median(times), { unit: 'ms' });
  report(`today of an agent with ${agent.n} loans, 95th percentile`, p95(times), { unit: 'ms', atMost: 50 });
}
await app.stop();
await stop();
