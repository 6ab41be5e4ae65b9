/** SQL that several totals use, of a row `r` and its loan `l`. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';

export const dayOf = (moment: string): string => `(${moment} at time zone 'Asia/Kolkata')::date`;
export const monthAt = (moment: string): string =>
  `date_trunc('month', ${moment} at time zone 'Asia/Kolkata')::date`;
export const monthOn = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;
/** The day of totals of all time. */
export const ever = `date '-infinity'`;

const { PTP, Followup, FinalSettlement, Payment } = dispositionIds;
export const isPtp = `r.disposition_id = ${PTP}`;
export const isFollowUp = `r.disposition_id = ${Followup}`;
/** The person reached is the borrower. */
export const isReached = `r.disposition_id in (${[PTP, Followup, FinalSettlement, Payment].join(', ')})`;
/** Last disposition of a loan: 0 none, 1 another, 2 a PTP, settlement or payment. */
export const lastClass = (row: 'l' | 'r'): string =>
  `case when ${row}.last_disposition_id is null then 0 when ${row}.last_disposition_id in (${[PTP, FinalSettlement, Payment].join(', ')}) then 2 else 1 end`;

/** Seconds in which an agent spoke, as the view cdr has them. */
export const talk = `greatest(coalesce(extract(epoch from r.ended_at - r.bridged_at)::int, 0) - coalesce(r.aside_s, 0), 0)`;
export const isConnected = `(${talk} > 0)::int`;

export const ofLoan = { table: 'loans', key: 'loan_id' } as const;
export const assignee = (row: 'l' | 'r'): string => `coalesce(${row}.assignee_id, 0)`;
export const assigneeMeaning = 'Agent who works the loans now; 0: unassigned.';
