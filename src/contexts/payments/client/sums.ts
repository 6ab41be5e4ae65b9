/** Non-zero totals of a card, each with its name. */
import { exactRupees } from '#kernel/ui/parts/values/format.ts';

export const sumsText = (sums: readonly (readonly [name: string, amount: number])[]): string =>
  sums
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => `${name} ${exactRupees(amount)}`)
    .join(' · ');
