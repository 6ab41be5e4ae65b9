/**
 * A working day of the demo: some agents sign in within working hours, answer the simulated carrier's calls, record
 * dispositions and have breaks. They use the public API.
 */
import { campaigns } from '#contexts/lenders/contract/campaigns.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { processes } from '#contexts/dialer/contract/processes.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { session } from '#kernel/contract/session.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { agentAccount, namedAgents } from '../accounts.ts';
import { isWorkingTime, nextStep } from './work-step.ts';
import { outcomeOf } from './work-outcome.ts';
import { DemoPerson } from './work-person.ts';

/** Concurrent agents: enough for a live board, and few for the server. */
const atOnce = 10;
/** The first accounts are those of visitors. */
const ofVisitors = 4;
const usualMs = 4000;

interface Floor extends AtWork {
  /** Aborts every request that is under way. */
  over: AbortSignal;
}
interface AtWork {
  database: Database;
  /** URL of this server on its host. */
  url: string;
  now: () => Date;
  /** Milliseconds between two iterations. */
  every?: number;
}

/** Agents played by the demo: those without a named account, else the last named ones. */
async function workersOf(database: Database): Promise<string[]> {
  const named = Array.from({ length: namedAgents }, (_, i) => `${agentAccount(i + 1)}@recoup.test`);
  const rows = await database.rows<{ email: string }>(sql`
    select u.email from users u join roles r on r.id = u.role_id
    where r.role_type = 'agent' and u.is_active and u.email <> all(${named.slice(0, ofVisitors)})
      and exists (select from campaign_agents c where c.user_id = u.id)
    order by array_position(${named}::text[], u.email) desc nulls first, u.id limit ${atOnce}`);
  return rows.map(({ email }) => email);
}

class Worker {
  readonly #person: DemoPerson;
  readonly #now: () => Date;
  readonly campaignId: number | undefined;
  private constructor(o: Floor, person: DemoPerson, campaignId: number | undefined) {
    this.#now = o.now;
    this.#person = person;
    this.campaignId = campaignId;
  }

  static async arrive(o: Floor, email: string): Promise<Worker> {
    const person = await DemoPerson.enter(o, email);
    const { rows } = await person.ask(campaigns.mine, {});
    return new Worker(o, person, rows[0]?.id);
  }

  async look(): Promise<void> {
    if (this.campaignId === undefined) return;
    const { row } = await this.#person.ask(dialer.status, {});
    const step = nextStep(row, this.#now(), Math.random());
    if (step === 'login')
      await this.#person.ask(dialer.login, { campaignId: this.campaignId, leg: 'nailed' });
    else if (step === 'ready') await this.#person.ask(dialer.ready, {});
    else if (step === 'break') await this.#person.ask(dialer.onBreak, { breakId: 1 });
    else if (step === 'endBreak') await this.#person.ask(dialer.pause, {});
    else if (step === 'write' && row.call && row.call.loanId !== null) {
      const { loanId, ...call } = row.call;
      await this.#person.ask(
        borrowerDispositions.record,
        outcomeOf({ ...call, loanId }, this.#now(), Math.random()),
      );
    }
  }

  async leave(): Promise<void> {
    await this.#person.ask(session.logout, {});
  }
}

/** A call rejected by the dialer is retried in the next iteration. */
const notNow = (): void => undefined;

/** The dialers of campaigns that have agents. */
async function startDialers(o: Floor, worked: ReadonlySet<number | undefined>): Promise<void> {
  const admin = await DemoPerson.enter(o, 'admin@recoup.test');
  const { rows } = await admin.ask(processes.list, { size: 500 });
  for (const one of rows.filter(({ campaignId, isStarted }) => worked.has(campaignId) && !isStarted))
    await admin.ask(dialer.startStop, { id: one.id, status: true });
  await admin.ask(session.logout, {});
}

export async function startAtWork(given: AtWork): Promise<{ stop: () => Promise<void> }> {
  const ending = new AbortController();
  const o: Floor = { ...given, over: ending.signal };
  const emails = await workersOf(o.database);
  let floor: Worker[] = [];
  const arrive = async (): Promise<void> => {
    for (const email of emails) floor.push(await Worker.arrive(o, email));
    await startDialers(o, new Set(floor.map(({ campaignId }) => campaignId)));
  };
  const turn = async (): Promise<void> => {
    const isOn = isWorkingTime(o.now());
    if (isOn && floor.length === 0) await arrive();
    // Sequentially: nothing depends on the demo.
    for (const worker of floor)
      if (!o.over.aborted) await (isOn ? worker.look() : worker.leave()).catch(notNow);
    if (!isOn) floor = [];
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working: Promise<void> = Promise.resolve();
  const again = (): void => {
    working = turn()
      .catch(notNow)
      .then(() => {
        if (!o.over.aborted) timer = setTimeout(again, o.every ?? usualMs);
      });
  };
  timer = setTimeout(again, 0);
  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
