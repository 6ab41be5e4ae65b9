/** Workers that claim leads like the pacing loops of nodes, each in a separate process, killed and replaced midway. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

export interface ClaimRun {
  leads: number;
  kills: number;
  /** Leads with more than one attempt. */
  twice: number;
  /** Unclaimed leads. */
  left: number;
  attempts: number;
  /** Attempts with a confirmed commit. */
  heard: number;
  seconds: number;
}
const workers = 4;

/** The server's dialer runs in the past, where none of this is due. */
export const longAgo = { now: () => new Date('2020-01-01T05:00:00Z') };

/** A campaign with so many leads. */
async function campaignOf(database: Database, leads: number): Promise<number> {
  const made = await database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Claims', 'predictive', 3, 1) returning id`);
  const id = made?.id ?? 0;
  await database.run(sql`
    with b as (insert into borrowers (client_id, name) select 1, 'B' || n from generate_series(1, ${leads}::int) n returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
      select 1, 1, id, 'B', 'CL-' || id, '98' || lpad((id % 100000000)::text, 8, '0'), ${id} from b returning id, mobile)
    insert into leads (campaign_id, loan_id, phone) select ${id}, id, mobile from l`);
  await database.run(sql`insert into dialer_leases (campaign_id, node, epoch, expires_at)
    values (${id}, 'all', 1, now() + interval '1 day')`);
  return id;
}

/** Claims every lead of a campaign, with so many kills on the way. */
export async function claimAll(
  database: Database,
  config: pg.PoolConfig,
  o: { leads: number; kills: number },
): Promise<ClaimRun> {
  const campaignId = await campaignOf(database, o.leads);
  const started = performance.now();
  const at = { heard: 0, kills: 0 };
  const alive = new Set<ChildProcess>();
  const file = fileURLToPath(new URL('./claims-worker.ts', import.meta.url));
  const worker = (): Promise<void> =>
    new Promise((resolve) => {
      const env = { ...process.env, CLAIM_PG: JSON.stringify(config), CLAIM_CAMPAIGN: String(campaignId) };
      const child = fork(file, { env, execArgv: [] });
      alive.add(child);
      child.on('message', (n: number) => (at.heard += n));
      child.once('exit', (code) => {
        alive.delete(child);
        // A killed worker is replaced; an idle one is finished.
        resolve(code === 0 ? undefined : worker());
      });
    });
  const killer = setInterval(() => {
    const left = [...alive];
    const one = left[Math.floor(Math.random() * left.length)];
    if (at.kills >= o.kills || at.heard < (o.leads * at.kills) / (o.kills + 1) || at.heard === 0) return;
    if (one?.kill('SIGKILL')) at.kills += 1;
  }, 20);
  await Promise.all(Array.from({ length: workers }, worker));
  clearInterval(killer);
  const seen = await database.one<{ twice: number; left: number; attempts: number }>(sql`
    select (select count(*) from (select lead_id from call_attempts where campaign_id = ${campaignId}
        group by 1 having count(*) > 1) t) as twice,
      (select count(*) from leads where campaign_id = ${campaignId} and state = 'queued') as left,
      (select count(*) from call_attempts where campaign_id = ${campaignId}) as attempts`);
  if (!seen) throw new Error('nothing was counted');
  return { ...o, ...seen, ...at, seconds: (performance.now() - started) / 1000 };
}
