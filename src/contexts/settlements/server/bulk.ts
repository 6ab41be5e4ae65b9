/** Bulk approval of settlements by a team lead: those without any decision yet (G095). */
import { Failure } from '#kernel/contract/failure.ts';
import type { bulkReasons } from '#contexts/settlements/contract/settlement-decisions.ts';
import { isAllowed } from '#contexts/settlements/contract/settlement-rules.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { hasOtherAgreement } from './agreements/versions.ts';
import type { LockedSettlement } from './change-store.ts';
import { approve, authorityOf, lockAll, recommend, refuse } from './decide.ts';
import { refuseExpired } from './new-day.ts';

type Why = (typeof bulkReasons)[number];
interface Approved {
  changed: number;
  left: { id: number; why: Why }[];
}
const whys: Partial<Record<string, Why>> = { OWN_SETTLEMENT: 'own', WAIVER_ABOVE_LIMIT: 'waiver' };

/** Returns why a settlement cannot be approved now; undefined if it can. One above the caller's limits is passed on. */
async function whyNot(context: Context, one: LockedSettlement, agencyMost: number): Promise<Why | undefined> {
  if (!isAllowed('bulkApprove', one.status)) return 'state';
  if (one.isPaidOff) return 'paid_off';
  if (one.isExpired) return 'expired';
  if (await hasOtherAgreement(context.tx, one)) return 'state';
  try {
    const standing = await authorityOf(context, one, agencyMost);
    if (standing === 'decides') return undefined;
    return standing === 'passes' && (await recommend(context, one)) !== 'nobody' ? 'passed' : 'nobody';
  } catch (error) {
    const why = error instanceof Failure ? whys[error.code] : undefined;
    if (why) return why;
    throw error;
  }
}

/** Approves the chosen settlements that are Inprogress and that this person may approve; fails if there are none (G095). */
export async function bulkApprove(
  context: Context,
  ids: readonly number[],
  agencyMost: number,
): Promise<Approved> {
  const held = await lockAll(context, ids);
  const judged: { one: LockedSettlement; why: Why | undefined }[] = [];
  for (const one of held) judged.push({ one, why: await whyNot(context, one, agencyMost) });
  const ready = judged.filter(({ why }) => why === undefined).map(({ one }) => one);
  const isAny = judged.some(({ why }) => why === undefined || why === 'passed');
  const first = (judged.find(({ why }) => why !== 'state') ?? judged[0])?.one;
  if (!isAny && first) {
    if (!isAllowed('bulkApprove', first.status)) throw refuse(first);
    if (first.isPaidOff) throw new Failure('LOAN_PAID_OFF');
    refuseExpired(first);
    await authorityOf(context, first, agencyMost);
    throw new Failure('ABOVE_AUTHORITY');
  }
  if (ready.length > 0) await approve(context, ready);
  return {
    changed: ready.length,
    left: judged.flatMap(({ one, why }) => (why ? [{ id: one.id, why }] : [])),
  };
}
