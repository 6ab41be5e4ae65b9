/** Public lookup of a loan by number: masked, rate-limited, in constant time, without a reason when not found. */
import { createHash } from 'node:crypto';
import { workBits } from '#contexts/payments/contract/pay/pay-work.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { type Limit, countFailure, forgetFailures, refuseIfWaiting } from '#kernel/server/http/throttle.ts';
import { networkOf } from '#kernel/server/http/network.ts';
import { noteLookup } from './lookup-store.ts';
import { guardOf } from '../rules.ts';
import { type Payable, payableByNumber } from '../store.ts';
import { markOf, newWork } from './work.ts';

interface LookupParts {
  database: Database;
  signer: Signer;
}
interface Question {
  loanNumber: string;
  path: string | null;
  request: { id: string; ip: string };
  last4?: string;
  work?: string;
}
interface Found {
  loan: Payable;
  /** The payer verified the loan's mobile, and may see the balance. */
  isDueKnown: boolean;
}

/** A number that is there must not answer later or sooner than one that is not, on a busy server neither. */
const evenly = 80;
/** By numbers of requests, which no two share. */
const since = new Map<string, number>();
/** Delays look-ups to a constant time; without holding a connection meanwhile. */
export function addEvenTime(app: FastifyInstance): void {
  app.addHook('onSend', async ({ id }) => {
    const start = since.get(id);
    if (start === undefined) return;
    since.delete(id);
    const rest = evenly - ((performance.now() - start) % evenly);
    await new Promise<void>((resolve) => void setTimeout(resolve, rest));
  });
}

/**
 * Five attempts at the mobile digits per address, then growing delays; all unauthenticated clients share an hourly
 * limit, which one address alone cannot exhaust to block payers. Applies to missing numbers too.
 */
function triesAt(loanNumber: string, ip: string): [own: Limit, all: Limit] {
  const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');
  const key = `pay-digits:${hashed(loanNumber)}`;
  return [
    { key: `${key}:${hashed(`digits ${networkOf(ip)}`)}`, free: 5, minutes: 60, longest: 900 },
    { key, free: 50, minutes: 60, longest: 900 },
  ];
}
/** True when these are the last four digits of the registered mobile. */
async function isTheirs(
  { database }: LookupParts,
  tx: Tx,
  { loanNumber, last4, request }: Question,
  loan: Payable | undefined,
): Promise<boolean> {
  if (last4 === undefined) return false;
  const tries = triesAt(loanNumber, request.ip);
  await refuseIfWaiting(tx, tries);
  const isRight = loan !== undefined && loan.last4 !== null && loan.last4 === last4;
  if (isRight) await database.transaction((own) => forgetFailures(own, [tries[0].key]));
  else await countFailure(database, tries);
  return isRight;
}

/** `tx` is read-only; counters use a separate transaction, because they must survive a rejection. */
export async function findByNumber(parts: LookupParts, tx: Tx, asked: Question): Promise<Found> {
  const { database, signer } = parts;
  since.set(asked.request.id, performance.now());
  const now = new Date();
  const mark = markOf(signer, asked.work, now);
  const { isWorkNew, ...counts } = await noteLookup(database, tx, { ...asked, ip: asked.request.ip, mark });
  const guard = guardOf(counts);
  const more = (): Failure =>
    new Failure('TOO_MANY_REQUESTS', { seconds: 600, work: newWork(signer, now), bits: workBits });
  if (guard === 'work' && !isWorkNew) throw more();
  const loan = asked.loanNumber ? await payableByNumber(tx, asked.loanNumber, asked.path) : undefined;
  if (guard === 'number') {
    if (!loan) throw new Failure('LOAN_UNKNOWN');
    return { loan, isDueKnown: await isTheirs(parts, tx, asked, loan) };
  }
  // From here on only a payer with the mobile digits can distinguish a hit from a miss.
  const isDueKnown = await isTheirs(parts, tx, asked, loan).catch((error: unknown) => {
    if (error instanceof Failure) return false;
    throw error;
  });
  if (!loan || !isDueKnown) throw more();
  return { loan, isDueKnown };
}
