/** What there was on a loan before, in words. */
import type * as z from 'zod/mini';
import type { historyFields } from '#contexts/authority/contract/history-fields.ts';
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import { dayWords, rupees } from '#kernel/ui/parts/format.ts';

type Given = { [K in keyof typeof historyFields]: z.input<(typeof historyFields)[K]> };

export const historyWords = ({ days, lastPaid, lastPaidOn, kept, broken, earlier }: Given): string =>
  [
    days === null ? say.overdueUnknown : say.overdue(days),
    lastPaid !== null && lastPaidOn !== null
      ? say.lastPaid(rupees(lastPaid), dayWords(lastPaidOn))
      : say.neverPaid,
    say.promises(kept, broken),
    earlier > 0 && say.earlier(earlier),
  ]
    .filter(Boolean)
    .join(' · ');
