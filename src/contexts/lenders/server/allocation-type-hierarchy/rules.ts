import { Failure } from '#kernel/contract/failure.ts';

/** What an entry is about; only its owner and its target change later. */
const fixed = ['clientId', 'portfolioId', 'allocationTypeId', 'month', 'year'] as const;

type Entry = Record<string, unknown>;

/** Refuses to move an entry to another portfolio, type or month; naming the present one is no move. */
export function checkFixed(draft: Entry, before: Entry): void {
  const moved = fixed.filter((field) => draft[field] !== undefined && draft[field] !== before[field]);
  if (moved.length > 0)
    throw new Failure(
      'INVALID_INPUT',
      {},
      moved.map((path) => ({ path, fault: 'invalid' })),
    );
}
