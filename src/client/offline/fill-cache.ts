/** Loads what an agent needs in the field before the network is gone: their loans, and the outcomes to choose from. */
import { dispositions } from '#contract/dispositions.ts';
import type { Endpoint, Input } from '#contract/kernel/endpoint.ts';
import { loans } from '#contract/loans.ts';
import { type Reply, call } from '#client/kernel/api.ts';
import { Unreachable } from '#client/kernel/api-failure.ts';
import { forgetLoansBefore, isFieldworker, rememberPage } from './cache.ts';

const mostLoans = 500;
/** Masters are fresh for eight hours; loans change with every shift. */
const fresh = 8 * 3_600_000;
const filledKey = 'recoup-filled';

async function load<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> {
  const reply = await call(endpoint, input);
  await rememberPage(endpoint, input as object, reply);
  return reply;
}

async function fill(): Promise<void> {
  const start = Date.now();
  const { count } = await load(loans.list, { isActive: true, size: mostLoans });
  if (count <= mostLoans) await forgetLoansBefore(start);
  await load(dispositions.options, {});
}

/** Once per shift, and at once for somebody new on this device. */
export async function fillCache(userId: number): Promise<void> {
  const [who, at] = (localStorage.getItem(filledKey) ?? '').split(' ').map(Number);
  if (!isFieldworker() || (who === userId && Date.now() - Number(at) < fresh)) return;
  try {
    await fill();
    // Signed out meanwhile: nothing of theirs is written any more.
    if (isFieldworker()) localStorage.setItem(filledKey, `${userId} ${Date.now()}`);
  } catch (error) {
    // Without a network there is nothing to load; the next start tries again.
    if (!(error instanceof Unreachable)) throw error;
  }
}
