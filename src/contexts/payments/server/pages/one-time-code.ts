/**
 * One-time codes of borrowers: sent to the loan's number only, stored as a keyed hash, valid for ten minutes and five
 * attempts. A code belongs to the requesting device, so attempts of another device never use it up; a network gets one
 * per minute and five per day, and a loan twenty per day from all networks.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outgoing, SendMessage } from '#contexts/messaging/server/carriers/port.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { networkOf } from '#kernel/server/http/network.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { randomCode } from '#kernel/server/operation/secret.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const minute = 60_000;
const codeLasts = 10 * minute;
const mostTries = 5;
const mostOfNetwork = 5;
const mostOfAll = 20;

/** Purpose and subject of a code: it is valid for nothing else. */
export interface CodePlace {
  purpose: 'borrower code' | 'settlement code';
  id: number;
  loanId: number;
  /** Further subject, such as the link of an offer: another link needs another code. */
  of?: string;
}
/** Requester of a code: hashes of its network and, if the request has a cookie, of its device. */
export interface Requester {
  device: Buffer | undefined;
  network: Buffer;
}

const cookieName = 'pay_device';
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns the requesting device. With `remember` a device without a cookie gets one, so that the code is bound to it.
 */
export function requesterOf(
  request: FastifyRequest,
  remember?: { reply: FastifyReply; isSecure: boolean },
): Requester {
  const network = hashText(`codes ${networkOf(request.ip)}`);
  const known = request.server.parseCookie(request.headers.cookie ?? '')[cookieName];
  if (known) return { device: hashText(`device ${known}`), network };
  if (!remember) return { device: undefined, network };
  const made = randomCode();
  remember.reply.setCookie(cookieName, made, {
    path: '/pay',
    maxAge: 86_400,
    sameSite: 'lax',
    httpOnly: true,
    secure: remember.isSecure,
  });
  return { device: hashText(`device ${made}`), network };
}

const macOf = (safe: Safe, { id, purpose, of = '' }: CodePlace, otp: string): string =>
  safe.mac(`${id} ${of} ${otp}`, purpose).toString('base64');
const rowsOf = ({ purpose, id }: CodePlace): Fragment => sql`c.purpose = ${purpose} and c.subject_id = ${id}`;
/** Serialises requests for one subject: concurrent ones would pass a limit. */
const lockPlace = (tx: Tx, { purpose, id }: CodePlace): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${id}`}, 0))`);

/** Returns why this network gets no code now; undefined if it gets one. */
async function refusalOf(
  tx: Tx,
  place: CodePlace,
  { network }: Requester,
  now: Date,
): Promise<'soon' | 'tooMany' | undefined> {
  const soonUntil = new Date(now.getTime() + codeLasts - minute);
  const found = await tx.one<{ isSoon: boolean; own: number; all: number }>(sql`
    select coalesce(bool_or(c.otp_until > ${soonUntil}) filter (where c.network = ${network}), false) as "isSoon",
      coalesce(sum(c.otp_sent) filter (where c.network = ${network} and c.otp_day = ${businessDay(now)}), 0)::int as own,
      coalesce(sum(c.otp_sent) filter (where c.otp_day = ${businessDay(now)}), 0)::int as all
    from borrower_codes c where ${rowsOf(place)}`);
  if (found?.isSoon) return 'soon';
  return (found?.own ?? 0) >= mostOfNetwork || (found?.all ?? 0) >= mostOfAll ? 'tooMany' : undefined;
}

/** Creates a code for this device, or returns why there is none. */
async function newCode(
  tx: Tx,
  safe: Safe,
  place: CodePlace,
  { from, now }: { from: Requester; now: Date },
): Promise<{ code: string } | 'soon' | 'tooMany'> {
  await lockPlace(tx, place);
  const refusal = await refusalOf(tx, place, from, now);
  if (refusal) return refusal;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const today = businessDay(now);
  await tx.run(sql`
    insert into borrower_codes as c (loan_id, purpose, subject_id, device, network, otp_mac, otp_until, otp_sent, otp_day)
    values (${place.loanId}, ${place.purpose}, ${place.id}, ${from.device ?? from.network}, ${from.network}, ${macOf(safe, place, code)},
      ${new Date(now.getTime() + codeLasts)}, 1, ${today})
    on conflict (purpose, subject_id, device) do update set network = excluded.network, otp_mac = excluded.otp_mac,
      otp_until = excluded.otp_until, otp_tries = 0, other_tries = 0, otp_day = excluded.otp_day,
      otp_sent = case when c.otp_day = excluded.otp_day then c.otp_sent + 1 else 1 end`);
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
/** Sends a code. Without a number on the loan the response is equal, so that the link's user learns nothing. */
export async function sendCode(
  tx: Tx,
  { safe, send }: { safe: Safe; send: SendMessage },
  place: CodePlace,
  { to, ...by }: { to: Receiver; from: Requester; now: Date },
): Promise<Sent> {
  const made = await newCode(tx, safe, place, by);
  if (typeof made === 'string') return made;
  const { loanId, mobile, purpose } = to;
  // Requested by the borrower, so it is a reply and not a contact.
  if (mobile !== null)
    await send(tx, { loanId, channel: 'sms', to: mobile, text: to.textOf(made.code), purpose, userId: null });
  return 'sent';
}

interface Candidate {
  key: Buffer;
  mac: string;
  tries: number;
  isOwn: boolean;
}
/** Returns the code that a try is compared with: the device's, else the newest that its network requested. */
const candidateFor = (
  tx: Tx,
  place: CodePlace,
  { device, network }: Requester,
  now: Date,
): Promise<Candidate | undefined> =>
  tx.one<Candidate>(sql`
    select c.device as key, c.otp_mac as mac, c.device = ${device ?? network} as "isOwn",
      case when c.device = ${device ?? network} then c.otp_tries else c.other_tries end as tries
    from borrower_codes c where ${rowsOf(place)} and c.otp_until > ${now} and c.otp_mac is not null
      and (c.device = ${device ?? network} or c.network = ${network})
    order by c.device = ${device ?? network} desc, c.otp_until desc limit 1 for no key update`);

/** Returns the keyed hash of a valid code. Wrong attempts of its device and of others are limited separately. */
export async function matchCode(
  tx: Tx,
  safe: Safe,
  place: CodePlace,
  { otp, from, now }: { otp: string; from: Requester; now: Date },
): Promise<string | undefined> {
  await lockPlace(tx, place);
  const found = await candidateFor(tx, place, from, now);
  if (!found || found.tries >= mostTries) return undefined;
  const typed = Buffer.from(macOf(safe, place, otp));
  const known = Buffer.from(found.mac);
  if (typed.length === known.length && timingSafeEqual(typed, known)) return found.mac;
  await tx.run(
    found.isOwn
      ? sql`update borrower_codes c set otp_tries = otp_tries + 1 where ${rowsOf(place)} and c.device = ${found.key}`
      : sql`update borrower_codes c set other_tries = other_tries + 1 where ${rowsOf(place)} and c.device = ${found.key}`,
  );
  return undefined;
}

/** Deletes codes outside every daily limit. */
export const forgetCodes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from borrower_codes where otp_day < current_date - 2`);
