/** Generates the demo agency from a day, a number of agents and a seed; without a database. */
import { makeParticipants, mobileNumber } from './histories/borrower.ts';
import { Calendar, DAY } from './histories/calendar.ts';
import { Cast } from './histories/cast.ts';
import { Diary } from './histories/diary.ts';
import { type Lender, lenders } from './setup/lenders.ts';
import { campaignId, portfolioIds } from './setup/masters.ts';
import { doNotCall } from './setup/outcomes.ts';
import { type Agent, type People, makePeople } from './setup/people.ts';
import { type Plot, fresh, missedMeeting, pickPlot, refusing } from './histories/plots.ts';
import { makeProduct } from './setup/product.ts';
import { Random } from './random.ts';
import { type AssignmentRow, type LoanRow, type Story, type TagRow, emptyLoan } from './rows.ts';
import { Seasons } from './histories/seasons.ts';
import { standingOf } from './histories/standing.ts';
import { Teller, type Watch } from './histories/teller.ts';
import { type Terms, closedTerms, makeTerms } from './histories/terms.ts';

export interface AgencyOptions {
  agents: number;
  now: Date;
  passwordHash: string;
  seed?: number;
}
interface Setting {
  r: Random;
  n: number;
  clientId: number;
  lender: Lender;
  portfolio: number;
  plot: Plot;
  watches: Watch[];
  /** First and last day of the story. */
  from: number;
  to: number;
}

const shares = { unassigned: 0.04, over: 0.06, reassigned: 0.25, mainLender: 0.7, tagged: 0.04 };
const individual = new Set(['Individual Loans', 'Small Enterprise']);
const tags: readonly (readonly [name: string, color: string])[] = [
  ['VIP', '#5f3dc4'],
  ['Legal Notice Sent', '#c92a2a'],
  ['Field Visit', '#a61e4d'],
  ['Salary Date 7', '#0b7285'],
];

export class Agency {
  readonly calendar: Calendar;
  readonly people: People;
  readonly #seed: number;
  readonly #diary: Diary;
  readonly #cast: Cast;
  readonly #seasons: Seasons;
  /** Everybody who works or worked a lender's loans. */
  readonly #workers: readonly (readonly Agent[])[];

  constructor({ agents, now, passwordHash, seed = 1 }: AgencyOptions) {
    this.#seed = seed;
    this.calendar = new Calendar(now);
    this.people = makePeople(this.calendar, agents, passwordHash);
    const everybody = [...this.people.agents, ...this.people.former];
    this.#diary = new Diary(this.calendar, everybody.length);
    this.#cast = new Cast(this.calendar);
    this.#seasons = new Seasons(this.calendar);
    this.#workers = lenders.map((_, i) =>
      everybody.filter((one) => one.work.some(({ client }) => client === i + 1)),
    );
  }

  /** The n-th loan (from 1) with all its data; call in order. */
  story(n: number): Story {
    const setting = this.#setting(n);
    const { r, lender, clientId, watches, plot } = setting;
    const since = this.#stamp(setting.from, r);
    const name = lender.portfolios[setting.portfolio] ?? '';
    const isGroupLoan = lender.kind === 'microfinance' && !individual.has(name);
    const debtor = this.#cast.next(r, { clientId, lender, isGroupLoan, since });
    const terms = makeTerms(r, this.calendar, lender.kind);
    const world = { r, calendar: this.calendar, diary: this.#diary, seasons: this.#seasons };
    const told = new Teller(
      world,
      { loan: n, borrower: debtor.borrower.id, mobile: debtor.mobile },
      watches,
      terms,
    );
    if (watches.length) plot.tell(told, setting.from, setting.to);
    const assignments = this.#assignments(setting, since);
    const loan = Object.assign(this.#loan(setting, terms, told), {
      ...makeProduct(r, lender, name, terms.loan_amount),
      borrower_id: debtor.borrower.id,
      borrower_name: debtor.borrower.name,
      loan_group_id: debtor.groupId,
      mobile: debtor.mobile,
      assigned_at: assignments.at(-1)?.at ?? null,
      created_at: since,
      updated_at: told.dispositions.at(-1)?.created_at ?? since,
    });
    return {
      borrowers: debtor.isNew ? [debtor.borrower] : [],
      loan_groups: debtor.group ? [debtor.group] : [],
      loans: [loan],
      loan_assignments: assignments,
      loan_participants: makeParticipants(r, this.calendar, n, lender.kind, debtor.borrower),
      loan_tags: this.#tags(setting, since),
      borrower_dispositions: told.dispositions,
      payments: told.payments,
      call_attempts: told.calls,
    };
  }

  #setting(n: number): Setting {
    const r = new Random(Math.imul(n, 0x9e3779b1) ^ this.#seed);
    const agent = r.pick(this.people.agents);
    const work = agent.work[r.chance(shares.mainLender) ? 0 : 1];
    const lender = lenders[work.client - 1] as Lender;
    const isAssigned = !r.chance(shares.unassigned);
    const drawn = isAssigned ? pickPlot(r) : fresh;
    const plot =
      drawn === refusing && lender.kind === 'microfinance' && r.chance(0.4) ? missedMeeting : drawn;
    const to = plot.mayBeOver && r.chance(shares.over) ? -r.int(15, 90) : 0;
    const from = to - r.near(...plot.age);
    const watches: Watch[] = [];
    if (isAssigned) {
      watches.push({ from, agent, campaign: work.campaign, mode: work.mode });
      if (to - from > 30 && r.chance(shares.reassigned))
        watches.unshift(this.#earlier(r, work.client, watches, from - to));
    }
    const portfolio = r.int(0, lender.portfolios.length - 1);
    return { r, n, clientId: work.client, lender, portfolio, plot, watches, from, to };
  }

  /** An earlier assignee: the current agent's assignment starts later. */
  #earlier(r: Random, client: number, watches: Watch[], span: number): Watch {
    const now = watches[0] as Watch;
    const others = (this.#workers[client - 1] ?? []).filter((one) => one !== now.agent);
    const agent = others.length ? r.pick(others) : now.agent;
    const mode = agent.work.find((one) => one.client === client)?.mode ?? 'progressive';
    const first: Watch = { from: now.from, agent, campaign: campaignId(client, mode), mode };
    now.from += r.int(5, Math.floor(-span * 0.7));
    return first;
  }

  #loan(
    { r, n, clientId, lender, portfolio, plot, watches, to }: Setting,
    terms: Terms,
    told: Teller,
  ): LoanRow {
    const isClosed = plot.ends === 'foreclosed' && told.payments.length > 0;
    const left = isClosed ? { ...terms, ...closedTerms } : terms;
    const watch = watches.at(-1);
    // Assigned onto a clone: spreading so many fields together is several times slower.
    return Object.assign({ ...emptyLoan }, left, standingOf(this.calendar, told, left.total_outstanding), {
      id: n,
      client_id: clientId,
      portfolio_id: portfolioIds[clientId - 1]?.[portfolio] ?? 0,
      loan_number: `${lender.prefix}${10_000_000 + n}`,
      is_active: to === 0 && !(isClosed && r.chance(0.8)),
      is_dnc: told.dispositions.at(-1)?.disposition_id === doNotCall.id,
      assignee_id: watch?.agent.id ?? null,
      campaign_id: watch?.campaign ?? null,
      allocation_type_id: r.pick(plot.allocations),
      agreement_id: `${lender.prefix}/AG/${left.emi_start_date.slice(0, 4)}/${n}`,
      crm_no: `CRM${700_000 + n}`,
      alternate_contact1: r.chance(0.4) ? mobileNumber(r) : null,
      alternate_contact2: r.chance(0.15) ? mobileNumber(r) : null,
      other_mobiles: `{${mobileNumber(r)}}`,
      offer_emi_amount: r.chance(0.2) ? Math.round(left.emi_amount * 0.007) * 100 : null,
      payment_account_id: lender.paymentPage === null ? null : clientId,
    });
  }

  #assignments({ r, n, watches }: Setting, since: string): AssignmentRow[] {
    return watches.map((watch, i) => ({
      loan_id: n,
      user_id: watch.agent.id,
      campaign_id: watch.campaign,
      assigned_by: i ? watch.agent.leadId : this.people.adminId,
      at: i ? this.#stamp(watch.from, r) : since,
    }));
  }

  #tags({ r, n, watches }: Setting, since: string): TagRow[] {
    if (!watches.length || !r.chance(shares.tagged)) return [];
    const [name, color] = r.pick(tags);
    return [{ u_id: r.uuid(n), loan_id: n, name, color_code: color, created_at: since }];
  }

  /** Loans arrive before the working day starts, and never in the future. */
  #stamp(day: number, r: Random): string {
    return this.calendar.stamp(Math.min(day * DAY + r.int(6 * 3600, 8 * 3600), this.calendar.nowSecond - 1));
  }
}
