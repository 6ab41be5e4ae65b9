/** Data of a loan: its borrower, participants, group, and events. */
import type { z } from 'zod/mini';
import type { groupRow, participantRow, borrowerRow } from '#contexts/loans/contract/loan-rows.ts';
import type { historyRow } from '#contexts/loans/contract/loan-history.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoan } from './visible.ts';
import { type PageAsked, type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { loansNumbered } from './search.ts';
import { type Fragment, join, sql } from '#kernel/server/database/sql.ts';
import { emailMask, mobileMask, panMask, paperMask } from './masks.ts';

const visibleTo = (actor: ServerActor): Fragment => visibleLoan(actor, sql`l`);

/** The borrower of a loan the caller sees. */
export const borrowerById = (
  tx: Tx,
  actor: ServerActor,
  id: number,
): Promise<z.output<typeof borrowerRow> | undefined> =>
  tx.one(sql`
    select b.id, b.name, b.client_borrower_id as "clientBorrowerId", b.father_name as "fatherName",
      b.mother_name as "motherName", b.gender, b.occupation, b.employment_status as "employmentStatus",
      b.marital_status as "maritalStatus", b.dob, ${panMask(sql`b.pan`)} as pan, ${paperMask(sql`b.aadhar`)} as aadhar,
      ${paperMask(sql`b.voter_id`)} as "voterId", ${paperMask(sql`b.driving_licence`)} as "drivingLicence",
      ${paperMask(sql`b.passport_number`)} as "passportNumber", ${emailMask(sql`b.email`)} as email,
      b.address, b.city_name as "cityName", b.state_name as "stateName", b.pincode, b.erased_at as "erasedAt", own.loans
    from borrowers b cross join lateral (
      select jsonb_agg(jsonb_build_object('id', l.id, 'loanNumber', l.loan_number) order by l.id) as loans
      from loans l where l.borrower_id = b.id and ${visibleTo(actor)}) own
    where b.id = ${id} and own.loans is not null`);

const participantOrder = sql`case p.type when 'CoApplicant' then 1 when 'Guarantor' then 2 else 3 end, p.id`;

export const participantsOf = (tx: Tx, loanId: number): Promise<z.output<typeof participantRow>[]> =>
  tx.rows(sql`
    select p.id, p.type, p.name, p.father_name as "fatherName", p.mother_name as "motherName",
      ${emailMask(sql`p.email`)} as email, p.gender, p.marital_satus as "maritalSatus", p.dob,
      ${panMask(sql`p.pan`)} as pan, ${paperMask(sql`p.aadhar_number`)} as "aadharNumber",
      ${paperMask(sql`p.voter_id`)} as "voterId", ${paperMask(sql`p.driving_license`)} as "drivingLicense",
      ${paperMask(sql`p.passport_number`)} as "passportNumber", p.landmark, p.state_name as "stateName",
      p.city_name as "cityName", p.pincode, ${mobileMask(sql`p.mobile`)} as mobile
    from loan_participants p where p.loan_id = ${loanId} order by ${participantOrder}`);

/** Every number of a loan under its reveal key. */
const numbersOf = (loanId: number | Fragment): Fragment => sql`
  select c.contact, c.name, c.number, c.place from loans l cross join lateral (
    values ('mobile', null, l.mobile, 0), ('alternateContact1', null, l.alternate_contact1, 1),
      ('alternateContact2', null, l.alternate_contact2, 2)
    union all select 'otherMobiles.' || (n - 1), null, other, 2 + n::int
      from unnest(l.other_mobiles) with ordinality o(other, n)
    union all select 'participant.' || p.id, p.name, p.mobile, 100
      from loan_participants p where p.loan_id = l.id
  ) c(contact, name, number, place)
  where l.id = ${loanId} and c.number is not null`;

export const contactRows = (
  tx: Tx,
  loanId: number,
): Promise<{ contact: string; name: string | null; mobile: string }[]> =>
  tx.rows(sql`
    select n.contact, n.name, ${mobileMask(sql`n.number`)} as mobile
    from (${numbersOf(loanId)}) n order by n.place, n.contact`);

/** Those of several loans, masked. */
export const contactsOfLoans = (
  tx: Tx,
  loanIds: readonly number[],
): Promise<{ loanId: number; contact: string; name: string | null; mobile: string }[]> =>
  tx.rows(sql`
    select k.id as "loanId", n.contact, n.name, ${mobileMask(sql`n.number`)} as mobile
    from unnest(${[...loanIds]}::bigint[]) k (id) cross join lateral (${numbersOf(sql`k.id`)}) n
    order by k.id, n.place, n.contact`);

/** Those of every loan of this number the caller sees. */
export const contactsByNumber = (
  tx: Tx,
  actor: ServerActor,
  loanNumber: string,
): Promise<{ loanId: number; contact: string; name: string | null; mobile: string }[]> =>
  tx.rows(sql`
    select k.id as "loanId", n.contact, n.name, ${mobileMask(sql`n.number`)} as mobile
    from loans k cross join lateral (${numbersOf(sql`k.id`)}) n
    where k.id = any(${loansNumbered(loanNumber, sql`true`)}) and ${visibleLoan(actor, sql`k`)} order by k.id, n.place, n.contact`);

/** The unmasked number, after the reveal was permitted and logged. */
export const numberOf = async (tx: Tx, loanId: number, contact: string): Promise<string | undefined> =>
  (
    await tx.one<{ number: string }>(
      sql`select n.number from (${numbersOf(loanId)}) n where n.contact = ${contact}`,
    )
  )?.number;

const groupsWhere = (actor: ServerActor, condition: Fragment): Fragment => sql`
  select g.id, g.group_id as "groupId", g.name, g.leader_id as "leaderId", own.ids as "loanGroupIds", own.members
  from loan_groups g cross join lateral (
    select array_agg(l.id order by b.name, l.id) as ids, jsonb_agg(jsonb_build_object('borrowerId', b.id, 'name', b.name,
      'loanId', l.id, 'loanNumber', l.loan_number, 'totalOutstanding', l.total_outstanding,
      'paymentStatus', l.payment_status) order by b.name, l.id) as members
    from loans l join borrowers b on b.id = l.borrower_id
    where l.loan_group_id = g.id and ${visibleTo(actor)}) own
  where ${condition} and own.ids is not null`;

export type LoanGroup = z.output<typeof groupRow>;
export const groupsOf = (tx: Tx, actor: ServerActor, loanId: number): Promise<LoanGroup[]> =>
  tx.rows(groupsWhere(actor, sql`g.id = (select loan_group_id from loans where id = ${loanId})`));
export const groupById = (tx: Tx, actor: ServerActor, id: number): Promise<LoanGroup | undefined> =>
  tx.one(groupsWhere(actor, sql`g.id = ${id}`));

export const setLeader = async (tx: Tx, id: number, leaderId: number): Promise<number | null> =>
  (
    await tx.one<{ before: number | null }>(sql`
      update loan_groups g set leader_id = ${leaderId}
      from (select leader_id as before from loan_groups where id = ${id} for no key update) was
      where g.id = ${id} returning was.before`)
  )?.before ?? null;

const who = (column: Fragment): Fragment =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${column})`;
const none = sql`null::text`;
const nothing = sql`null::bigint`;

/** Newest rows of each source of a loan's history; `most` limits long ones. */
const sources = (loanId: number): Fragment[] => [
  sql`select a.at, 'assigned' as kind, ${who(sql`a.assigned_by`)} as by, ${who(sql`a.user_id`)} as what,
      (select c.name from campaigns c where c.id = a.campaign_id) as detail, ${nothing} as amount
    from loan_assignments a where a.loan_id = ${loanId}`,
  sql`select a.at, 'allocated', ${who(sql`a.allocated_by`)},
      (select t.name from allocation_types t where t.id = a.allocation_type_id), ${none}, ${nothing}
    from loan_allocations a where a.loan_id = ${loanId}`,
  sql`select d.effective_at, 'disposition', ${who(sql`d.user_id`)}, concat_ws(' · ', m.name, s.name), nullif(d.comments, ''), d.amount
    from borrower_dispositions d join dispositions m on m.id = d.disposition_id
    left join dispositions s on s.id = d.sub_disposition_id where d.loan_id = ${loanId}`,
  sql`select y.payment_date::timestamp at time zone 'Asia/Kolkata', 'payment', ${who(sql`y.user_id`)}, y.mode, y.transaction_id, y.amount
    from payments y where y.loan_id = ${loanId} and y.status = 'success'`,
  sql`select k.start_time, 'call', ${who(sql`k.user_id`)}, k.status, k.direction, ${nothing}
    from cdr k where k.loan_id = ${loanId}`,
  sql`select v.effective_at, 'visit', ${who(sql`v.user_id`)}, v.outcome, nullif(v.comments, ''), ${nothing}
    from visits v where v.loan_id = ${loanId}`,
  sql`select coalesce((e.facts->>'writtenAt')::timestamptz, e.at), case e.type when 'loans.contacts-changed' then 'contacts' when 'loans.revealed' then 'reveal'
      when 'loans.held' then 'held'
      when 'loans.released' then 'released' when 'loans.tagged' then 'tagged' else 'untagged' end, ${who(sql`e.actor_id`)},
      coalesce(e.facts->>'name', e.facts->>'contact'), coalesce(e.facts->>'reason', e.facts->>'untilDay'), ${nothing}
    from event e where e.domain = 'loans' and e.entity_id = ${loanId}
      and e.type in ('loans.contacts-changed', 'loans.held', 'loans.released', 'loans.revealed', 'loans.tagged',
        'loans.untagged')`,
];

export type HistoryRow = z.output<typeof historyRow>;
export function loanHistory(
  tx: Tx,
  loanId: number,
  { page = 1, size = 100 }: PageAsked,
): Promise<Page<HistoryRow>> {
  const all = sources(loanId);
  const newest = all.map((source) => sql`(${source} order by 1 desc limit ${page * size})`);
  return counted(tx, { page, size }, sql`from (${join(all, ' union all ')}) h`, () =>
    tx.rows<HistoryRow>(sql`
    select * from (${join(newest, ' union all ')}) h order by h.at desc, h.kind
    limit ${size} offset ${(page - 1) * size}`),
  );
}

export const allocationsOf = (
  tx: Tx,
  loanId: number,
): Promise<{ at: string; name: string | null; colorCode: string | null; by: string | null }[]> =>
  tx.rows(sql`
    select a.at, t.name, t.color_code as "colorCode", ${who(sql`a.allocated_by`)} as by
    from loan_allocations a left join allocation_types t on t.id = a.allocation_type_id
    where a.loan_id = ${loanId} order by a.at desc, a.id desc limit 200`);
