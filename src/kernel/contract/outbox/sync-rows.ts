/** Wire format of queued entries. */
import * as z from 'zod/mini';
import { choice, flag, id, instant, nullable, optional } from '../field.ts';

export const mostItems = 200;
export const mostBytes = 1024 * 1024;

/** Result of an entry. `REJECTED` is a failure with its code. */
export const verdicts = ['APPLIED', 'APPLIED_WITH_NOTICE', 'NEEDS_REVIEW', 'DUPLICATE_OF'] as const;
export type Verdict = (typeof verdicts)[number];

/** Notice to the author of an accepted entry, or the reason for its review by a team leader. */
const noticeCodes = [
  'LOAN_INACTIVE',
  'REASSIGNED',
  'DNC_NOW',
  'CONTACT_AGAINST',
  'PTP_PAST',
  'POSSIBLE_DUPLICATE',
  'MASTER_RETIRED',
  'CLOCK_FUTURE',
  'STALE',
  'TIME_APPROXIMATE',
  'DNC_BEFORE',
  'MASTER_UNKNOWN',
  'PAYMENT_DIFFERS',
  'SETTLEMENT_OPEN',
  'ABOVE_MAXIMUM',
  'CONTACT_DIFFERS',
  'ROLE_LOST',
  'USER_DISABLED',
  'SENT_BY_AUTHOR',
  'VISIT_IN_REVIEW',
  'CASH_NUMBER',
  'CASH_LESS',
  'CASH_OVER_LIMIT',
  'CASH_TOO_OLD',
  'CASH_DAY_CLOSED',
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const base64 = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/), z.maxLength(max));
export const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const command = z.string().check(z.regex(/^[a-z][a-z-]*\.[a-zA-Z]+$/), z.maxLength(80));
export const seq = z.int().check(z.minimum(1));
const milliseconds = z.int().check(z.minimum(-1e12), z.maximum(1e12));
const facts = z.record(z.string(), z.union([z.string(), z.number()]));
export const noticeRow = z.object({ code: choice(noticeCodes), facts: z.optional(facts) });
export type Notice = z.output<typeof noticeRow>;

/** Time of an entry: the phone's clock, its offset from the server's, and whether either is reliable. */
const occurredAt = z.strictObject({
  wall: instant(),
  skewMs: z.nullable(milliseconds),
  skewAgeMs: z.nullable(milliseconds),
  monoOk: flag(),
});
/** The loan as the author saw it. */
const base = z.strictObject({
  loanVersion: z.int(),
  isActive: flag(),
  isDNC: flag(),
  assigneeId: nullable(z.int()),
  masterVersion: optional(z.int()),
  readAt: instant(),
});
const sealed = z.strictObject({
  kid: z.string().check(z.maxLength(40)),
  epk: base64(200),
  iv: base64(40),
  ct: base64(64_000),
});

export const item = z.strictObject({
  key: uuid,
  /** The endpoint's name, such as `borrower-dispositions.record`. */
  cmd: command,
  cmdV: z.int().check(z.minimum(1)),
  seq,
  lane: z.string().check(z.maxLength(80)),
  actorId: id(),
  occurredAt,
  base: optional(base),
  /** `digestOf(canonical(input))`. */
  bodyHash: hex,
  /** One of two: plain, or encrypted by `seal.ts` from `canonical(input)`. */
  input: optional(z.record(z.string(), z.unknown())),
  sealed: optional(sealed),
});
export type SyncItem = z.output<typeof item>;

/** Response of the endpoint for this entry, classified like a direct one. */
export const answer = z.object({
  key: uuid,
  status: z.int(),
  code: z.optional(z.string()),
  /** The message of the failure. */
  words: z.optional(z.string()),
  facts: z.optional(facts),
  fields: z.optional(z.array(z.object({ path: z.string(), fault: z.string() }))),
  row: z.optional(z.object({ id: z.optional(id()) })),
  isReplay: z.optional(flag()),
  verdict: z.optional(choice(verdicts)),
  notices: z.optional(z.array(noticeRow)),
});
export type SyncAnswer = z.output<typeof answer>;
