import { beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from './accounts.ts';
import { Agency, type AgencyOptions } from './agency.ts';
import { lenders } from './setup/lenders.ts';
import { doNotCall, followup, outcomes, payment, ptp } from './setup/outcomes.ts';
import type { Story } from './rows.ts';

const loans = 4000;
const now = new Date('2026-03-17T09:40:00Z'); // 15:10 in India
const options: AgencyOptions = { agents: 30, now, passwordHash: 'x' };
const storiesOf = (agency: Agency, count: number): Story[] =>
  Array.from({ length: count }, (_, i) => agency.story(i + 1));

let agency: Agency;
let stories: Story[];
beforeAll(() => {
  agency = new Agency(options);
  stories = storiesOf(agency, loans);
});
const loanOf = (story: Story) => story.loans[0] as Story['loans'][number];
const each = (check: (story: Story) => void): void => stories.forEach(check);

test('one seed generates the same data within an hour, another seed different data', () => {
  expect(storiesOf(new Agency({ ...options, now: new Date('2026-03-17T10:20:00Z') }), 500)).toEqual(
    stories.slice(0, 500),
  );
  expect(storiesOf(new Agency({ ...options, seed: 2 }), 500)).not.toEqual(stories.slice(0, 500));
});

describe('users', () => {
  test('the demo accounts exist and have the documented managers', () => {
    const { users } = agency.people;
    const byEmail = new Map(users.map((user) => [user.email, user]));
    for (const { email } of demoAccounts) expect(byEmail.get(email), email).toBeDefined();
    const bossOf = (name: string) =>
      users.find(({ id }) => id === byEmail.get(`${name}@recoup.test`)?.reporting_to)?.email.split('@')[0];
    expect(['agent', 'agent2', 'agent3', 'lead', 'lead2', 'supervisor', 'officer'].map(bossOf)).toEqual([
      'lead',
      'lead',
      'lead2',
      'manager',
      'supervisor',
      'manager',
      'manager',
    ]);
    expect(byEmail.get('client@recoup.test')).toMatchObject({ client_id: 1, user_type: 'external' });
    expect(new Set(users.map(({ email }) => email)).size).toBe(users.length);
    users.forEach((user, i) => expect(user.reporting_to ?? 0).toBeLessThanOrEqual(i));
  });

  // Generates an entire agency.
  test('an agency of 20,000 loans assigns an agent a day of work, not a year', { timeout: 60_000 }, () => {
    const large = new Agency({ ...options, agents: 100 });
    const agent = large.people.users.find(({ email }) => email === 'agent@recoup.test')?.id;
    const mine = storiesOf(large, 20_000).filter((story) => loanOf(story).assignee_id === agent).length;
    expect(mine).toBeGreaterThan(150);
    expect(mine).toBeLessThan(300);
  });
});

describe('loans', () => {
  test('amounts are consistent: principal within the total, DPD and unpaid instalments from one schedule', () => {
    each((story) => {
      const loan = loanOf(story);
      expect(loan.principal_outstanding).toBeLessThanOrEqual(loan.total_outstanding);
      expect(loan.interest_outstanding).toBeLessThanOrEqual(
        loan.total_outstanding - loan.principal_outstanding,
      );
      expect(loan.unpaid_emi_amount % loan.emi_amount).toBe(0);
      expect(Number(loan.emi_start_date.slice(8))).toBe(loan.emi_cycle_date);
      if (loan.dpd > 0) {
        const oldest = new Date(Date.parse(agency.calendar.today) - loan.dpd * 86_400_000);
        expect(oldest.getUTCDate()).toBe(loan.emi_cycle_date);
        expect(oldest.toISOString().slice(0, 10) > loan.emi_start_date).toBe(true);
      }
    });
  });

  test('numbers are unique and lead nowhere real', () => {
    const key = (story: Story) => loanOf(story).loan_number;
    expect(new Set(stories.map(key)).size).toBe(loans);
    each((story) => {
      expect(loanOf(story).mobile).toMatch(/^5\d{9}$/);
      for (const { pan, aadhar } of story.borrowers) {
        expect(pan ?? 'ABCXXXXXXE').toMatch(/^[A-Z]{3}XXXXXX[A-Z]$/);
        expect(aadhar ?? 'XXXX8901').toMatch(/^XXXX\d{4}$/);
      }
    });
  });

  test('borrowers and groups belong to the client of the loan', () => {
    const clientOf = new Map(
      stories.flatMap((story) => story.borrowers).map((row) => [row.id, row.client_id]),
    );
    const groups = new Map(stories.flatMap((story) => story.loan_groups).map((row) => [row.id, row]));
    each((story) => {
      const loan = loanOf(story);
      expect(clientOf.get(loan.borrower_id)).toBe(loan.client_id);
      if (loan.loan_group_id === null) return;
      expect(groups.get(loan.loan_group_id)?.client_id).toBe(loan.client_id);
      expect(lenders[loan.client_id - 1]?.kind).toBe('microfinance');
    });
    expect(groups.size).toBeGreaterThan(50);
  });

  test('every loan status occurs, and both short and very long names', () => {
    const seen = new Set(stories.map((story) => loanOf(story).payment_status));
    expect([...seen].sort()).toEqual(
      ['Amt < 100', 'Foreclosure', 'Partially Paid', 'Settlement Paid', 'Unpaid'].sort(),
    );
    expect(new Set(stories.map((story) => loanOf(story).payment_history_status)).size).toBe(7);
    const lengths = stories.flatMap((story) => story.borrowers).map(({ name }) => name.length);
    expect(Math.max(...lengths)).toBeGreaterThan(55);
    expect(Math.min(...lengths)).toBeLessThan(8);
  });
});

describe('what happened', () => {
  test('nothing happens before the allocation, after now, or outside the hours for calls', () => {
    each((story) => {
      const loan = loanOf(story);
      const moments = [
        ...story.call_attempts.map((call) => call.dialed_at),
        ...story.borrower_dispositions.map((row) => row.created_at),
      ];
      for (const moment of moments) {
        expect(moment > loan.created_at).toBe(true);
        expect(moment < '2026-03-17 15:00:00+05:30').toBe(true);
        expect(moment.slice(11, 19) >= '09:00:00' && moment.slice(11, 19) < '18:00:00').toBe(true);
      }
      for (const list of [
        story.call_attempts.map(({ id }) => id),
        story.borrower_dispositions.map(({ id }) => id),
      ])
        expect(list).toEqual([...list].sort((a, b) => a - b));
      expect(story.payments.every((row) => row.payment_date <= agency.calendar.today)).toBe(true);
      expect(story.loan_assignments.every(({ at }) => at <= '2026-03-17 15:00:00+05:30')).toBe(true);
    });
  });

  test('no user is in two calls at once', () => {
    const byUser = Map.groupBy(
      stories.flatMap((story) => story.call_attempts),
      (call) => call.user_id,
    );
    for (const calls of byUser.values()) {
      calls.sort((a, b) => (a.dialed_at < b.dialed_at ? -1 : 1));
      calls.forEach((call, i) => expect(call.dialed_at > (calls[i - 1]?.ended_at ?? '')).toBe(true));
    }
    const ids = stories.flatMap((story) => story.call_attempts.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the caller was assigned the loan that day', () => {
    each((story) => {
      for (const call of story.call_attempts) {
        const holder = story.loan_assignments.findLast(({ at }) => at < call.dialed_at);
        expect(holder).toMatchObject({ user_id: call.user_id, campaign_id: call.campaign_id });
      }
      expect(story.loan_assignments.at(-1)?.user_id ?? null).toBe(loanOf(story).assignee_id);
    });
  });

  test('a disposition after a call references it, and talk dispositions need a talk', () => {
    const spoken = new Map(outcomes.map(({ id, isAnswered }) => [id, isAnswered]));
    each((story) => {
      const calls = new Map(story.call_attempts.map((call) => [call.reference_id, call]));
      for (const row of story.borrower_dispositions) {
        if (row.call_ref_no === null) continue;
        const call = calls.get(row.call_ref_no);
        expect(call && call.bridged_at !== null).toBe(spoken.get(row.disposition_id));
        expect(call && row.created_at > call.ended_at).toBe(true);
      }
    });
  });

  test('a payment disposition has its payment, and every reported payment its disposition', () => {
    each((story) => {
      const told = story.borrower_dispositions.filter((row) => row.disposition_id === payment.id);
      const paid = story.payments.filter((row) => row.source === 'DISPOSITION');
      expect(told.map((row) => [row.transaction_id, row.amount, row.payment_date, row.user_id])).toEqual(
        paid.map((row) => [row.transaction_id, row.amount, row.payment_date, row.user_id]),
      );
    });
  });

  test('PTPs are open, kept or broken, and a kept one references its payment', () => {
    const promises = stories.flatMap((story) =>
      story.borrower_dispositions
        .filter((row) => row.disposition_id === ptp.id)
        .map((row) => ({ row, payments: story.payments })),
    );
    const { today } = agency.calendar;
    const isKept = ({ row }: (typeof promises)[number]) => row.paid_amount !== null;
    const isOpen = ({ row }: (typeof promises)[number]) =>
      !isKept({ row, payments: [] }) && (row.action_date ?? '') >= today;
    for (const { row, payments } of promises.filter(isKept)) {
      expect(payments).toContainEqual(
        expect.objectContaining({ amount: row.paid_amount, payment_date: row.paid_date }),
      );
      expect((row.paid_date ?? '') <= (row.action_date ?? '')).toBe(true);
    }
    expect(promises.filter(isKept).length).toBeGreaterThan(100);
    expect(promises.filter(isOpen).length).toBeGreaterThan(100);
    expect(promises.filter((one) => !isKept(one) && !isOpen(one)).length).toBeGreaterThan(100);
    expect(promises.every(({ row }) => (row.action_date ?? '') >= row.created_at.slice(0, 10))).toBe(true);
  });

  test('follow-up dates include past and future days', () => {
    const due = stories
      .flatMap((story) => story.borrower_dispositions)
      .filter((row) => row.disposition_id === followup.id && row.follow_up_date)
      .map((row) => row.follow_up_date ?? '');
    expect(due.some((moment) => moment < agency.calendar.today)).toBe(true);
    expect(due.some((moment) => moment > '2026-03-18')).toBe(true);
  });

  test('no call occurs after a do-not-call disposition', () => {
    const closed = stories.filter((story) => loanOf(story).is_dnc);
    expect(closed.length).toBeGreaterThan(20);
    for (const story of closed) {
      const last = story.borrower_dispositions.at(-1);
      expect(last?.disposition_id).toBe(doNotCall.id);
      expect(story.call_attempts.every((call) => call.dialed_at < (last?.created_at ?? ''))).toBe(true);
    }
  });
});

describe('seasons', () => {
  const weekdayOf = (moment: string): number => new Date(moment.slice(0, 10)).getUTCDay();
  const past = (moment: string): boolean => moment < agency.calendar.today;

  test('few work on Sundays and festivals', () => {
    const calls = stories.flatMap((story) => story.call_attempts.map((call) => call.dialed_at)).filter(past);
    const onSundays = calls.filter((moment) => weekdayOf(moment) === 0).length;
    expect(onSundays).toBeGreaterThan(0);
    expect(onSundays / calls.length).toBeLessThan(0.05);
    const holi = calls.filter((moment) => moment.startsWith('2026-03-04')).length;
    const before = calls.filter((moment) => moment.startsWith('2026-03-03')).length;
    expect(holi).toBeLessThan(before / 3);
  });

  test('payments cluster after salary days in every month of the past year', () => {
    const paid = stories.flatMap((story) => story.payments).filter((row) => row.realized);
    const months = Map.groupBy(paid, (row) => row.payment_date.slice(0, 7));
    const year = [...months.keys()].sort().slice(-12);
    expect(year).toEqual(
      ['04', '05', '06', '07', '08', '09', '10', '11', '12', '01', '02', '03'].map(
        (month) => `${Number(month) > 3 ? 2025 : 2026}-${month}`,
      ),
    );
    const early = paid.filter((row) => Number(row.payment_date.slice(8)) <= 15).length;
    expect(early / paid.length).toBeGreaterThan(0.6);
  });
});

test('early in the morning nothing has happened today yet', () => {
  const early = new Agency({ ...options, now: new Date('2026-03-16T19:00:00Z') }); // 00:30 in India
  const rows = storiesOf(early, 1500).flatMap((story) => [
    ...story.call_attempts.map((call) => call.dialed_at),
    ...story.loans.map((loan) => loan.created_at),
  ]);
  expect(early.calendar.today).toBe('2026-03-17');
  expect(rows.every((moment) => moment < '2026-03-17 00:00:00')).toBe(true);
});
