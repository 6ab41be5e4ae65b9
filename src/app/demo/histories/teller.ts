/** Records the events of a loan in time order: calls, dispositions, and money. */
import type { Calendar } from './calendar.ts';
import { type Diary, LONGEST_CALL } from './diary.ts';
import type { Outcome } from '../setup/outcomes.ts';
import { payment as paymentOutcome } from '../setup/outcomes.ts';
import type { Agent } from '../setup/people.ts';
import { type Random, weighted } from '../random.ts';
import {
  type CallRow,
  type DispositionRow,
  type PaymentRow,
  emptyCall,
  emptyDisposition,
  emptyPayment,
} from '../rows.ts';
import type { Seasons } from './seasons.ts';
import type { Terms } from './terms.ts';

/** Who works the loan from a day on. */
export interface Watch {
  from: number;
  agent: Agent;
  campaign: number;
  mode: string;
}
interface Contact {
  id: number;
  at: number;
  watch: Watch;
  call: CallRow | null;
}

const unanswered = weighted([
  [60, 'no_answer'],
  [20, 'busy'],
  [14, 'switched_off'],
  [6, 'invalid'],
]);
const modes = ['PhonePe', 'PayTM', 'PayU link', 'Airtel Payment', 'Bank'];
const SURELY_REALIZED = -5;

export class Teller {
  readonly r: Random;
  readonly calendar: Calendar;
  readonly terms: Terms;
  readonly seasons: Seasons;
  readonly calls: CallRow[] = [];
  readonly dispositions: DispositionRow[] = [];
  readonly payments: PaymentRow[] = [];
  readonly #diary: Diary;
  readonly #ids: { loan: number; borrower: number; mobile: string };
  readonly #watches: readonly Watch[];
  /** Day of the last contact. */
  #last = -Infinity;

  constructor(
    world: { r: Random; calendar: Calendar; diary: Diary; seasons: Seasons },
    ids: { loan: number; borrower: number; mobile: string },
    watches: readonly Watch[],
    terms: Terms,
  ) {
    this.r = world.r;
    this.calendar = world.calendar;
    this.terms = terms;
    this.seasons = world.seasons;
    this.#diary = world.diary;
    this.#ids = ids;
    this.#watches = watches;
  }

  /** A call on this day; null without an assignee or a free slot. */
  call(day: number, isAnswered: boolean): Contact | null {
    const contact = this.#meet(day);
    if (!contact) return null;
    const { r, calendar } = this;
    const { watch } = contact;
    const isInbound = isAnswered && r.chance(0.06);
    const wait = r.int(4, 30);
    const talk = isAnswered ? r.int(20, LONGEST_CALL - 80) : 0;
    const end = contact.at + wait + talk;
    const [dialedAt, spokenAt, endedAt] = [contact.at, contact.at + wait, end].map((at) =>
      calendar.stamp(at),
    ) as [string, string, string];
    const call: CallRow = {
      ...emptyCall,
      id: contact.id,
      reference_id: r.uuid(contact.id),
      loan_id: this.#ids.loan,
      user_id: watch.agent.id,
      campaign_id: watch.campaign,
      direction: isInbound ? 'inbound' : 'outbound',
      mode: isInbound ? 'inbound' : r.chance(0.3) ? 'manual' : watch.mode,
      phone: this.#ids.mobile,
      outcome: isAnswered ? 'connected' : unanswered(r),
      claimed_at: dialedAt,
      dialed_at: dialedAt,
      ringing_at: dialedAt,
      answered_at: isAnswered ? spokenAt : null,
      bridged_at: isAnswered ? spokenAt : null,
      ended_at: endedAt,
      wrap_end_at: endedAt,
    };
    this.calls.push(call);
    return { ...contact, at: end, call };
  }

  /** What the agent writes down after a contact. */
  note(contact: Contact, outcome: Outcome, more: Partial<DispositionRow> = {}): DispositionRow {
    const { r } = this;
    const at = this.calendar.stamp(contact.at + r.int(3, 25));
    const row: DispositionRow = {
      ...emptyDisposition,
      id: contact.id,
      loan_id: this.#ids.loan,
      borrower_id: this.#ids.borrower,
      user_id: contact.watch.agent.id,
      disposition_id: outcome.id,
      sub_disposition_id: r.chance(0.85) ? r.pick(outcome.subs).id : null,
      comments: r.pick(outcome.comments),
      call_ref_no: contact.call?.reference_id ?? null,
      call_direction: contact.call?.direction ?? null,
      effective_at: at,
      created_at: at,
      ...more,
    };
    this.dispositions.push(row);
    if (contact.call) {
      contact.call.wrap_end_at = at;
      contact.call.spoken_to = outcome.isAnswered ? (outcome.spokenTo ?? 'borrower') : null;
      contact.call.spoken_to_at = outcome.isAnswered ? contact.call.bridged_at : null;
    }
    return row;
  }

  /** An answered call, or occasionally a message, with its disposition. */
  talk(day: number, outcome: Outcome, more?: Partial<DispositionRow>): DispositionRow | null {
    const contact = this.r.chance(0.92) ? this.call(day, true) : this.#meet(day);
    return contact && this.note(contact, outcome, more);
  }

  /** The borrower reports a payment to the agent; the lender's file confirms it some days later (G200). */
  payTold(day: number, amount: number): PaymentRow | null {
    const date = this.calendar.date(this.#workday(day));
    const mode = this.r.pick(modes);
    const transaction = this.#transaction();
    const told = this.talk(day, paymentOutcome, {
      amount,
      action_date: date,
      payment_date: date,
      transaction_id: transaction,
      payment_mode: mode,
    });
    if (!told) return null;
    const row: PaymentRow = {
      ...emptyPayment,
      loan_id: this.#ids.loan,
      user_id: told.user_id,
      transaction_id: transaction,
      amount,
      payment_date: date,
      realized: day <= SURELY_REALIZED || this.r.chance(0.3),
      source: 'DISPOSITION',
      mode,
      created_at: told.created_at,
    };
    this.payments.push(row);
    return row;
  }

  /** A payment without a call: from the payment page, by a link, or only in the lender's file. */
  payUntold(day: number, amount: number): PaymentRow | null {
    const watch = this.#watch(day);
    if (!watch || day > -2) return null;
    const row: PaymentRow = {
      ...emptyPayment,
      loan_id: this.#ids.loan,
      user_id: watch.agent.id,
      transaction_id: this.#transaction(),
      amount,
      payment_date: this.calendar.date(day),
      realized: true,
      source: this.r.pick(['PAYMENT_LINK', 'DIRECT_FROM_SITE', 'PAYMENT_FILE']),
      mode: this.r.pick(modes),
      created_at: this.calendar.stamp((day + 1) * 86_400 + this.r.int(25_200, 32_000)),
    };
    this.payments.push(row);
    return row;
  }

  #transaction(): string {
    return `TXN${100_000_000 + this.#ids.loan}${this.payments.length + 1}`;
  }

  #watch(day: number): Watch | undefined {
    return this.#watches.findLast(({ from }) => from <= day);
  }

  /** No call precedes the allocation or the last contact. */
  #workday(wanted: number): number {
    const day = this.seasons.workday(wanted, this.#ids.loan);
    return day > this.#last && this.#watch(day) ? day : wanted;
  }

  #meet(wanted: number): Contact | null {
    const day = this.#workday(wanted);
    this.#last = day;
    const watch = this.#watch(day);
    const at = watch && this.#diary.book(watch.agent.index, day, this.r);
    return watch && at != null ? { id: this.#diary.key(watch.agent.index, at), at, watch, call: null } : null;
  }
}
