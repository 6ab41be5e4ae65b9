/**
 * One-time codes of borrowers: sent to the number on the loan alone, kept as a keyed hash, good for ten minutes and five
 * tries, sent once a minute and five times a day. Where one is kept is its user's.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Outgoing, SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';

const minute = 60_000;
const codeLasts = 10 * minute;
const mostTries = 5;
const mostInADay = 5;

export interface KeptCode {
  mac: string | null;
  until: string | null;
  tries: number;
  sent: number;
  /** The day in India on which so many were sent. */
  day: string | null;
}
export const noCode: KeptCode = { mac: null, until: null, tries: 0, sent: 0, day: null };

/** What a code is for: of one purpose and one thing it counts for nothing else. Its row is locked. */
export interface CodePlace {
  purpose: string;
  id: number;
  kept: (tx: Tx) => Promise<KeptCode | undefined>;
  keep: (tx: Tx, code: KeptCode) => Promise<unknown>;
}

const macOf = (safe: Safe, { id, purpose }: CodePlace, otp: string): string =>
  safe.mac(`${id} ${otp}`, purpose).toString('base64');

/** A new code; or why there is none. */
async function newCode(
  tx: Tx,
  safe: Safe,
  place: CodePlace,
  now: Date,
): Promise<{ code: string } | 'soon' | 'tooMany'> {
  const today = businessDay(now);
  const { until, sent, day } = (await place.kept(tx)) ?? noCode;
  if (until && Date.parse(until) > now.getTime() + codeLasts - minute) return 'soon';
  const before = day === today ? sent : 0;
  if (before >= mostInADay) return 'tooMany';
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await place.keep(tx, {
    mac: macOf(safe, place, code),
    until: new Date(now.getTime() + codeLasts).toISOString(),
    tries: 0,
    sent: before + 1,
    day: today,
  });
  return { code };
}

export type Sent = 'sent' | 'soon' | 'tooMany';
interface Receiver {
  loanId: number;
  /** The number on the loan, where it can be one. */
  mobile: string | null;
  textOf: (code: string) => string;
  purpose: Outgoing['purpose'];
}
/** Where a loan has no number the page says the same: whoever holds a link is not told that. */
export async function sendCode(
  tx: Tx,
  { safe, send }: { safe: Safe; send: SendMessage },
  place: CodePlace,
  { to, now }: { to: Receiver; now: Date },
): Promise<Sent> {
  const made = await newCode(tx, safe, place, now);
  if (typeof made === 'string') return made;
  const { loanId, mobile, purpose } = to;
  // The borrower asked for it themselves: it is an answer, and no contact.
  if (mobile !== null)
    await send(tx, { loanId, channel: 'sms', to: mobile, text: to.textOf(made.code), purpose, userId: null });
  return 'sent';
}

/** Counts a wrong try; a code that was tried too often or is too old counts no more. */
export async function isCode(
  tx: Tx,
  safe: Safe,
  place: CodePlace,
  { otp, now }: { otp: string; now: Date },
): Promise<boolean> {
  const code = (await place.kept(tx)) ?? noCode;
  const counts = code.tries < mostTries && code.until !== null && Date.parse(code.until) > now.getTime();
  const said = Buffer.from(macOf(safe, place, otp));
  const known = Buffer.from((counts && code.mac) || '');
  if (said.length === known.length && timingSafeEqual(said, known)) return true;
  await place.keep(tx, { ...code, tries: code.tries + 1 });
  return false;
}
