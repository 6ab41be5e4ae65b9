/** Refuses in the form what the server would refuse: also without a network, while its author can still correct it. */
import type { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { contradictionOf } from '#contexts/work/contract/amount-meaning.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { ApiFailure, learnRefusals } from '#kernel/client/calls/api-failure.ts';
import { paidOffRefusal } from '#contexts/loans/contract/paid-off.ts';
import { actOf } from '../kinds.ts';
import type { Amounts, Offered } from '../offered.ts';

type Recorded = Input<typeof borrowerDispositions.record>;

/** A paid-off loan has nothing to settle, however its form was opened. */
export async function refusePaidOff({ dispositionId }: Recorded, loan: Amounts): Promise<void> {
  const code = paidOffRefusal(actOf(dispositionId) ?? '', loan);
  if (!code) return;
  await learnRefusals();
  throw new ApiFailure(409, { code, facts: {}, message: say.failed });
}

export async function refuseContradiction(
  { dispositionId, subDispositionId, amount, instalments }: Recorded,
  { loan, offered }: { loan: Amounts; offered: readonly Offered[] },
): Promise<void> {
  const sub = offered.find(({ id }) => id === subDispositionId);
  if (!sub) return;
  const stated = { dispositionId, subName: sub.name, amount, instalments: instalments?.length ?? 1 };
  const found = contradictionOf(stated, loan);
  if (!found) return;
  await learnRefusals();
  const facts =
    found.code === 'AMOUNT_DISAGREES'
      ? { sub: sub.name, meaning: found.meaning, ...(found.due && { due: found.due }) }
      : {};
  throw new ApiFailure(422, { code: found.code, facts, message: say.failed });
}
