import { Failure } from '#kernel/contract/failure.ts';

/** Immutable subject; only owner and target change later. */
const fixed = ['clientId', 'portfolioId', 'allocationTypeId', 'month', 'year'] as const;

type Entry = Record<string, unknown>;

/** Rejects a change of portfolio, type or month; naming the current one is no change. */
export function checkFixed(draft: Entry, before: Entry): void {
  const moved = fixed.filter((field) => draft[field] !== undefined && draft[field] !== before[field]);
  if (moved.length > 0)
    throw new Failure(
      'INVALID_INPUT',
      {},
      moved.map((path) => ({ path, fault: 'invalid' })),
    );
}
