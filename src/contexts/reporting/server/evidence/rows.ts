/** Everything that happened to a borrower, out of all contexts, in order; numbers and addresses masked. */
import { shownText } from '#contexts/messaging/server/communications/shown.ts';
import type { EvidenceSource } from '#contexts/loans/server/slots.ts';
import { emailMask, freeMask, mobileMask } from '#contexts/loans/server/masks.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, sql } from '#kernel/server/database/sql.ts';
import { accessRows } from './access-rows.ts';
import type { EvidenceRow } from './pack.ts';

/** Labelled text, or empty for an empty column. */
const told = (label: Fragment, column: Fragment): Fragment => sql`${label} || ${column}`;
const line = (...parts: readonly Fragment[]): Fragment => sql`concat_ws('; ', ${join(parts)})`;

const columns = (o: {
  at: Fragment;
  loan: Fragment;
  kind: Fragment;
  what: Fragment;
  by?: Fragment;
  paise?: Fragment;
  details?: Fragment;
}): Fragment => sql`
  select ${o.at} as at, ${o.loan}::bigint as loan_id, ${o.kind}::text as kind, ${o.what}::text as what,
    ${o.by ?? sql`null`}::bigint as user_id, ${o.paise ?? sql`null`}::bigint as paise, ${o.details ?? sql`''`}::text as details`;

/** `reader`: the requester; excludes complaints about them. */
type Source = (loans: Fragment, reader: Fragment) => Fragment;
const contacts: readonly Source[] = [
  (loans) =>
    sql`${columns({
      at: sql`k.start_time`,
      loan: sql`k.loan_id`,
      kind: sql`'call'`,
      what: sql`k.direction || ' ' || k.status`,
      by: sql`k.user_id`,
      details: line(
        told(sql`'number '`, mobileMask(sql`k.phone`)),
        sql`'talked ' || k.talk_duration || ' s'`,
      ),
    })} from cdr k where k.loan_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`r.started_at`,
      loan: sql`k.loan_id`,
      kind: sql`'recording'`,
      what: sql`r.state`,
      details: line(
        sql`'call ' || k.reference_id`,
        sql`r.duration_s || ' s'`,
        sql`'sha256 ' || encode(r.sha256, 'hex')`,
      ),
    })} from recordings r join call_attempts k on k.id = r.attempt_id where k.loan_id in ${loans}`,
  (loans, reader) =>
    sql`${columns({
      at: sql`m.created_at`,
      loan: sql`m.loan_id`,
      kind: sql`'message'`,
      what: sql`m.channel || ' ' || m.status`,
      by: sql`m.user_id`,
      details: line(
        told(sql`'to '`, sql`coalesce(${mobileMask(sql`m.mobile`)}, ${emailMask(sql`m.email`)})`),
        sql`m.purpose`,
        freeMask(shownText),
      ),
    })} from messages m where m.loan_id in ${loans}
      and not (m.purpose = 'complaint' and exists (select from complaints k where k.loan_id = m.loan_id and k.about_id = ${reader}
        and position(k.number in m.message) > 0))`,
  (loans) =>
    sql`${columns({
      at: sql`v.effective_at`,
      loan: sql`v.loan_id`,
      kind: sql`'visit'`,
      what: sql`v.outcome`,
      by: sql`v.user_id`,
      details: line(sql`'place ' || v.place`, freeMask(sql`nullif(v.comments, '')`)),
    })} from visits v where v.loan_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`o.at`,
      loan: sql`o.loan_id`,
      kind: sql`'consent'`,
      what: sql`'agreed to messages'`,
      by: sql`o.user_id`,
      details: told(sql`'number '`, mobileMask(sql`o.mobile`)),
    })} from message_opt_ins o where o.loan_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`e.at`,
      loan: sql`o.loan_id`,
      kind: sql`'consent'`,
      what: sql`e.what`,
      by: sql`e.user_id`,
      details: told(sql`'number '`, mobileMask(sql`o.mobile`)),
    })} from voice_opt_ins o cross join lateral (values (o.at, 'agreed to voice messages', o.user_id),
        (o.withdrawn_at, 'took back: voice messages', o.withdrawn_by)) e (at, what, user_id)
      where e.at is not null and o.loan_id in ${loans}`,
];
const outcomes: readonly Source[] = [
  (loans) => sql`${columns({
    at: sql`d.effective_at`,
    loan: sql`d.loan_id`,
    kind: sql`case when p.id is null then 'disposition' else 'promise' end`,
    what: sql`concat_ws(' / ', m.name, s.name)`,
    by: sql`d.user_id`,
    paise: sql`d.amount`,
    details: line(sql`'due ' || p.due_on`, freeMask(sql`nullif(d.comments, '')`)),
  })} from borrower_dispositions d join dispositions m on m.id = d.disposition_id
    left join dispositions s on s.id = d.sub_disposition_id left join promises p on p.id = d.id where d.loan_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`p.judged_at`,
      loan: sql`p.loan_id`,
      kind: sql`'promise'`,
      what: sql`p.state`,
      paise: sql`p.received`,
      details: sql`'due ' || p.due_on`,
    })} from promises p where p.loan_id in ${loans} and p.judged_at is not null`,
  (loans) =>
    sql`${columns({
      at: sql`y.created_at`,
      loan: sql`y.loan_id`,
      kind: sql`'payment'`,
      what: sql`y.status || case when y.realized then ' realized' else ' unrealized' end`,
      by: sql`y.user_id`,
      paise: sql`y.amount`,
      details: line(
        sql`y.source`,
        sql`y.mode`,
        sql`y.transaction_id`,
        sql`'paid on ' || y.payment_date`,
        sql`case when y.refunded > 0 then 'refunded in part (paise): ' || y.refunded end`,
      ),
    })} from payments y where y.loan_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`c.created_at`,
      loan: sql`c.loan_id`,
      kind: sql`'link'`,
      what: sql`case when c.paid_at is not null then 'paid' when c.revoked_at is not null then 'revoked'
      when c.opened_at is not null then 'opened' else 'sent' end`,
      by: sql`c.user_id`,
      paise: sql`c.amount`,
      details: sql`c.channel`,
    })} from payment_codes c where c.loan_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`s.created_at`,
      loan: sql`t.loan_id`,
      kind: sql`'settlement'`,
      what: sql`s.side || ' ' || s.status`,
      by: sql`s.user_id`,
      paise: sql`coalesce(s.amount, t.amount)`,
      details: freeMask(sql`s.comment`),
    })} from settlement_steps s join settlements t on t.id = s.settlement_id where t.loan_id in ${loans}`,
];
const others: readonly Source[] = [
  (loans, reader) =>
    sql`${columns({
      at: sql`s.at`,
      loan: sql`k.loan_id`,
      kind: sql`'complaint'`,
      what: sql`k.number || ' ' || s.what`,
      by: sql`s.user_id`,
      details: line(sql`k.kind`, sql`s.sent_by`, freeMask(sql`nullif(s.words, '')`)),
    })} from complaint_steps s join complaints k on k.id = s.complaint_id where k.loan_id in ${loans}
      and k.about_id is distinct from ${reader}`,
  (loans) =>
    sql`${columns({
      at: sql`e.at`,
      loan: sql`e.entity_id`,
      kind: sql`'reveal'`,
      what: sql`e.facts ->> 'contact'`,
      by: sql`e.actor_id`,
      details: freeMask(sql`coalesce(e.facts ->> 'reason', '')`),
    })} from event e where e.domain = 'loans' and e.type = 'loans.revealed' and e.entity_id in ${loans}`,
  (loans) =>
    sql`${columns({
      at: sql`a.at`,
      loan: sql`a.loan_id`,
      kind: sql`'assigned'`,
      what: sql`'to ' || (select u.first_name || ' ' || u.last_name from users u where u.id = a.user_id)`,
      by: sql`a.assigned_by`,
    })} from loan_assignments a where a.loan_id in ${loans} and a.user_id is not null`,
  (loans) => sql`${columns({
    at: sql`d.created_at`,
    loan: sql`(select min(id) from loans where borrower_id = d.borrower_id and id in ${loans})`,
    kind: sql`'document'`,
    what: sql`k.name`,
    by: sql`d.added_by`,
    details: freeMask(sql`d.name`),
  })} from borrower_documents d join document_categories k on k.id = d.category_id
    where d.borrower_id in (select borrower_id from loans where id in ${loans})`,
];

/** Maximum rows; above it the pack states the truncation. */
export const mostEvidence = 20_000;

export const evidenceOf = (
  tx: Tx,
  o: { loanIds: readonly number[]; readerId: number; more: readonly EvidenceSource[] },
): Promise<EvidenceRow[]> => {
  const loans = sql`(select unnest(${[...o.loanIds]}::bigint[]))`;
  const sources = [...contacts, ...outcomes, ...others, accessRows, ...o.more];
  return tx.planned<EvidenceRow>(sql`
    select to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, l.loan_number as loan, x.kind,
      coalesce(x.what, '') as what, coalesce(u.first_name || ' ' || u.last_name, '') as who, x.paise, coalesce(x.details, '') as details
    from (${join(
      sources.map((of) => of(loans, sql`${o.readerId}::bigint`)),
      ' union all ',
    )}) x join loans l on l.id = x.loan_id left join users u on u.id = x.user_id
    where x.at is not null order by x.at, x.kind, x.what, x.loan_id, x.details limit ${mostEvidence + 1}`);
};
