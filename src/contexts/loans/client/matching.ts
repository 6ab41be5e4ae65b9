/** Selection as input of loan actions. */
import type { Input } from '#kernel/contract/endpoint.ts';
import type { loans } from '#contexts/loans/contract/loans.ts';
import type { BarProps, Matching } from '#kernel/ui/list/list-spec.ts';
import { kitText } from '#text/en/kit.ts';

type Which = Pick<Input<typeof loans.allocate>, 'matching'>;

/** No more loans than the person was shown. */
export const matchingOf = ({ filter, count }: Matching): Which => ({ matching: { filter, most: count } });

export const chosenWords = ({ ids, matching }: Pick<BarProps, 'ids' | 'matching'>): string =>
  matching ? kitText.allSelected(matching.count.toLocaleString('en-IN')) : kitText.selected(ids.size);
