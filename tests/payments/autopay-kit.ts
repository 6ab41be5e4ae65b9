/** Mandates of UPI AutoPay at the simulated gateway: the borrower's pages, the bank, and the clock. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { evaluate } from '../../src/contexts/contact/server/compliance-rules/policy.ts';
import { messageSender } from '../../src/contexts/messaging/server/communications/sending.ts';
import { autopay } from '../../src/contexts/payments/contract/autopay/autopay.ts';
import type { Charging } from '../../src/contexts/payments/server/autopay/charge.ts';
import { autopayRound } from '../../src/contexts/payments/server/autopay/keep.ts';
import { gatewaysOf } from '../../src/contexts/payments/server/gateways/gateways.ts';
import { borrowerNotifier } from '../../src/contexts/payments/server/pages/notify.ts';
import { toldAndHeard } from '../../src/contexts/payments/server/slots.ts';
import type { SandboxMandate } from '../../src/contexts/payments/server/gateways/sandbox-autopay.ts';
import { addDays, spread } from '../../src/contexts/settlements/contract/instalment-days.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { judgePaid } from '../../src/contexts/settlements/server/plans/keep.ts';
import { openInstalmentsOf } from '../../src/contexts/settlements/server/plans/open.ts';
import { openPromisesOf } from '../../src/contexts/work/server/promises/open.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, same } from '../kit.ts';
import { plansJudged } from '../settlements/plans-judged.ts';

export const start = '2026-12-01T06:00:00Z';

export class Autopays {
  now = new Date(start);
  server!: TestServer;
  lead!: Caller;
  agent!: Caller;
  stranger!: Caller;
  admin!: Caller;
  charging!: Charging;
  readonly failures: unknown[] = [];

  async begin(): Promise<this> {
    const clock = { now: () => this.now };
    this.server = await boot({ clock });
    const { database } = this.server;
    this.lead = await this.server.person({
      roleType: 'tech_lead',
      flags: ['approve_reject_settlement', 'reopen_settlement', 'update_settlement_amount', 'list_payment'],
    });
    this.agent = await this.server.person({ roleType: 'agent', reportingTo: this.lead.id });
    this.stranger = await this.server.person({ roleType: 'agent' });
    this.admin = await this.server.as('list_payment', 'list_portfolio', 'edit_portfolio');
    await database.run(
      sql`insert into payment_accounts (id, client_id, name, path) values (1, 1, 'Asha', 'reliance')`,
    );
    await database.run(sql`update clients set settlement_asks = 'never', settlement_grace_days = 7`);
    await database.run(sql`update portfolios set has_autopay = true`);
    // Contact caps are tested with contact.
    await database.run(sql`update compliance_rules set most = 1000 where kind = 'cap'`);
    // Stored like the server's; carriers are tested elsewhere.
    const send = messageSender({ enqueue: async () => undefined } as never);
    this.charging = {
      database,
      clock,
      gateways: await gatewaysOf({ database, safe: undefined as never, isDemo: true }),
      sources: () => [
        { source: 'settlement', of: openInstalmentsOf },
        { source: 'promises', of: openPromisesOf },
      ],
      notify: toldAndHeard(borrowerNotifier({ send, publicUrl: this.server.url }), () => [judgePaid]),
      evaluate,
      send,
      publicUrl: this.server.url,
    };
    return this;
  }

  day(n: number): string {
    return addDays(businessDay(this.now), n);
  }
  at(day: string, clock: string): void {
    this.now = new Date(`${day}T${clock}:00+05:30`);
  }

  async loan(): Promise<number> {
    const made = await this.server.database.one<{ id: number }>(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile, payment_account_id,
        principal_outstanding, total_outstanding)
      select 1, 1, b.id, 'AP-' || b.id, 'Asha Rao', ${this.agent.id}, '98' || lpad(b.id::text, 8, '0'), 1, 12000_00, 60000_00
      from b returning id`);
    return made?.id ?? 0;
  }

  /** A settlement in monthly parts, approved and running. */
  async settled(rupees: number, parts: number, first: string, firstPart?: number): Promise<number> {
    const loanId = await this.loan();
    const instalments = spread(rupees * 100, parts, first).map(({ dueOn, amount }) => ({
      dueOn,
      amount: amount / 100,
    }));
    const [one, two] = instalments;
    if (firstPart !== undefined && one && two)
      [one.amount, two.amount] = [firstPart, one.amount + two.amount - firstPart];
    const asked = await this.agent.call(settlements.request, {
      loanId,
      amount: rupees,
      settlementDate: first,
      instalments,
      followUpDate: this.now.toISOString(),
    });
    await this.lead.call(settlements.updateStatus, { id: asked.id, status: 'Approved' });
    await this.judge();
    return loanId;
  }
  judge = (): Promise<void> => plansJudged(this.server.database, { now: () => this.now });

  /**
   * Processes everything scheduled so far, until stable. The server's loop may process some of it, and a step may
   * schedule another immediately.
   */
  async round(): Promise<void> {
    const left = async (): Promise<unknown> => {
      while ((await autopayRound(this.charging, (error) => this.failures.push(error))) > 0);
      const soon = new Date(this.now.getTime() + 15 * 60_000);
      return this.server.database.one(sql`
        select (select count(*) from mandate_charges where next_at <= ${soon}
            and (state in ('planned', 'told') or (state = 'announced' and charge_at <= ${this.now}))) as charges,
          (select count(*) from payment_attempts t join mandate_charges g on g.order_id = t.id
            where t.state = 'initiated' and not exists (select from sandbox_payments p where p.attempt_id = t.id)) as sent,
          (select count(*) from mandates where end_asked_at is not null and state in ('registering', 'active', 'paused')
            and next_ask_at <= ${soon}) as ends,
          (select count(*) from mandates where jsonb_typeof(terms) = 'array'
            and next_look_at <= ${new Date(this.now.getTime() + 5 * 60_000)}) as looks`);
    };
    await expect.poll(left, { interval: 20 }).toEqual({ charges: 0, sent: 0, ends: 0, looks: 0 });
  }

  offer = (loanId: number, who = this.agent) => who.call(autopay.offer, { loanId });
  of = (loanId: number, who = this.agent) => who.call(autopay.ofLoan, { loanId });
  state = async (loanId: number): Promise<string | undefined> => (await this.of(loanId)).mandate?.state;

  private browse(path: string, form?: Record<string, string>): Promise<Response> {
    return fetch(this.server.url + path, {
      redirect: 'manual',
      ...(form && {
        method: 'POST',
        body: new URLSearchParams(form).toString(),
        headers: { ...same, Origin: this.server.url, 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    });
  }
  page = async (url: string, lang = 'en'): Promise<string> =>
    (await this.browse(`${new URL(url).pathname}${new URL(url).search}&lang=${lang}`)).text();
  press = async (url: string, step: 'accept' | 'stop'): Promise<string> => {
    const q = new URL(url).searchParams.get('q') ?? '';
    return (await this.browse('/pay/autopay', { q, step })).headers.get('location') ?? '';
  };
  /** The borrower agrees on the page; answers the order of the mandate. */
  async accept(url: string): Promise<string> {
    const go = await this.press(url, 'accept');
    expect(go).toMatch(/^\/pay\/autopay\/go\//);
    const way = (await this.browse(go)).headers.get('location') ?? '';
    expect(way).toBe(`/pay/sandbox-mandate/${go.split('/').at(-1)}`);
    return go.split('/').at(-1) ?? '';
  }
  /** The bank confirms, and the payer returns. */
  async bank(order: string, state: SandboxMandate): Promise<void> {
    const back = await this.browse(`/pay/sandbox-mandate/${order}`, { state });
    await this.browse(back.headers.get('location') ?? '');
  }
  /** A gateway webhook about an order, or the payer's return: triggers polling. */
  ask = (order: string): Promise<Response> => this.browse(`/pay/return/sandbox/${order}`);
  async running(rupees: number, parts: number, first: string, firstPart?: number) {
    const loanId = await this.settled(rupees, parts, first, firstPart);
    const { url, id } = await this.offer(loanId);
    const order = await this.accept(url);
    await this.bank(order, 'active');
    return { loanId, url, id, order };
  }

  charges = (loanId: number) =>
    this.server.database.rows<{ id: string; state: string; reason: string | null; amount: number }>(sql`
      select g.order_id as id, g.state, g.reason, g.amount from mandate_charges g join mandates m on m.id = g.mandate_id
      where m.loan_id = ${loanId} order by g.id`);
  /** The bank's books show a debit's result, without a webhook. */
  books = (order: string, outcome: 'success' | 'failure'): Promise<number> =>
    this.server.database.run(sql`
      insert into sandbox_payments (attempt_id, outcome, amount, ready_at)
      select order_id, ${outcome}, amount, now() from mandate_charges where order_id = ${order}
      on conflict (attempt_id) do update set outcome = excluded.outcome`);
  /** Included sums of a loan, by source. */
  paid = async (loanId: number): Promise<string[]> =>
    (
      await this.server.database.rows<{ was: string }>(sql`
        select source || ' ' || amount / 100 || ' ' || status as was from payments where loan_id = ${loanId} order by id`)
    ).map(({ was }) => was);
  posted = async (loanId: number): Promise<number> =>
    (
      await this.server.database.one<{ n: number }>(sql`
        select coalesce(sum(collected_by(from_account, to_account) * amount), 0)::bigint as n from postings
        where loan_id = ${loanId} and source = 'payment'`)
    )?.n ?? 0;
  texts = async (loanId: number): Promise<string[]> =>
    (
      await this.server.database.rows<{ text: string }>(
        sql`select message as text from messages where loan_id = ${loanId} and purpose = 'autopay-notice' order by id`,
      )
    ).map(({ text }) => text);
}

/** A server for all tests of a file; each starts on the first day, with autopay enabled. */
export function autopayDesk(): Autopays {
  const desk = new Autopays();
  beforeAll(() => desk.begin());
  afterAll(() => desk.server.stop());
  beforeEach(async () => {
    desk.now = new Date(start);
    desk.failures.length = 0;
    await desk.server.database.run(sql`update portfolios set has_autopay = true`);
    await desk.server.database.run(sql`delete from payment_lookups`);
  });
  return desk;
}
