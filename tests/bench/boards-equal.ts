/** This month's collections on each screen, compared with the payments; includes closed loans. */
import { collectedAccounts } from '../../src/contexts/payments/contract/ledger-words.ts';
import { ledger } from '../../src/contexts/payments/contract/ledger.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { performance as agentsAndLenders } from '../../src/contexts/reporting/contract/performance.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

interface Said {
  row?: unknown;
  rows?: Record<string, unknown>[];
  summary?: Record<string, unknown>;
  count?: number;
}
export type Ask = (path: string) => Promise<Said>;

const sum = (rows: readonly Record<string, unknown>[], key: string): number =>
  Math.round(rows.reduce((all, row) => all + Number(row[key] ?? 0), 0) * 100) / 100;
const rowsOf = ({ row, rows }: Said) =>
  rows ?? (Array.isArray(row) ? (row as Record<string, unknown>[]) : []);

/** All pages of a list. */
async function paged(ask: Ask, path: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const said = await ask(`${path}?page=${page}&size=100`);
    all.push(...rowsOf(said));
    if (rowsOf(said).length === 0 || all.length >= (said.count ?? 0)) return all;
  }
}

/**
 * In rupees: payments of a team, or of all. The agent report excludes unassigned loans, and Home by history excludes
 * loans without one, as directly written rows are.
 */
async function truth(
  database: Database,
  leaderId: number | null,
): Promise<Record<'all' | 'worked' | 'known', number>> {
  const found = await database.one<Record<'all' | 'worked' | 'known', number>>(sql`
    select coalesce(sum(p.amount), 0)::bigint as all,
      coalesce(sum(p.amount) filter (where l.assignee_id is not null), 0)::bigint as worked,
      coalesce(sum(p.amount) filter (where l.payment_history_status is not null), 0)::bigint as known
    from payments p join loans l on l.id = p.loan_id
    where p.realized and p.status = 'success' and p.payment_date <= (now() at time zone 'Asia/Kolkata')::date
      and p.payment_date >= date_trunc('month', now() at time zone 'Asia/Kolkata')
      and (${leaderId}::bigint is null or l.assignee_id in (select user_id from user_below where ancestor_id = ${leaderId}))`);
  return found ?? { all: 0, worked: 0, known: 0 };
}

/** Each screen's figure; `who` leads a team, or sees all. */
export async function toldOf(ask: Ask, who: 'admin' | 'manager' | 'lead'): Promise<Record<string, number>> {
  const money = rowsOf(await ask(loanStats.payments.path)).find(({ title }) => title === 'realized');
  const told: Record<string, number> = {
    'home, payments': Number((money?.['MTD'] as { amount: number } | undefined)?.amount),
    'home, by history': sum(rowsOf(await ask(loanStats.histories.path)), 'cm'),
    'agents, report': sum(await paged(ask, agentsAndLenders.agents.path), 'mtd'),
    'payments, list': Number(
      (await ask(`${payments.byAgent.path}?type=realized`)).summary?.['realizedamount'],
    ),
  };
  for (const type of ['client', 'portfolio', 'allocation', 'totals'])
    told[`lenders by ${type}`] = sum(
      rowsOf(await ask(`${agentsAndLenders.clients.path}?type=${type}`)),
      'mtd',
    );
  const row = async (path: string): Promise<Record<string, unknown>> =>
    ((await ask(path)).row ?? {}) as Record<string, unknown>;
  if (who !== 'admin') told['team, target'] = Number((await row(teamDashboard.target.path))['achieved']);
  if (who !== 'lead')
    told['payments, total'] = Number((await row(`${payments.total.path}?type=realized`))['totalAmount']);
  if (who === 'admin') {
    const accounts = rowsOf(await ask(ledger.accounts.path)).filter(({ account }) =>
      collectedAccounts.some((one) => one === account),
    );
    told['ledger'] = Math.round((sum(accounts, 'cameIn') - sum(accounts, 'left')) * 100) / 100;
  }
  return told;
}

/** Screens with a differing sum, as text; and the number compared. */
export async function unequal(
  database: Database,
  o: { ask: Ask; who: 'admin' | 'manager' | 'lead'; id: number },
): Promise<{ asked: number; faults: string[] }> {
  const is = await truth(database, o.who === 'admin' ? null : o.id);
  const truthOf = (screen: string): number =>
    (screen === 'agents, report' ? is.worked : screen === 'home, by history' ? is.known : is.all) / 100;
  const told = Object.entries(await toldOf(o.ask, o.who));
  return {
    asked: told.length,
    faults: told.flatMap(([name, value]) =>
      value === truthOf(name) ? [] : [`${o.who}, ${name}: ${value}, not ${truthOf(name)}`],
    ),
  };
}
