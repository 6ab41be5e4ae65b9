/** Totals of rejected rows by column and reason. */
import type { RefusedGroup } from './fix-column.ts';

export class GroupCounts {
  readonly #groups = new Map<string, RefusedGroup>();

  add({ field, reason }: Pick<RefusedGroup, 'field' | 'reason'>): void {
    const key = `${field} ${reason}`;
    const known = this.#groups.get(key);
    if (known) known.count += 1;
    else this.#groups.set(key, { field, reason, count: 1 });
  }

  /** The largest first. */
  all(): RefusedGroup[] {
    return [...this.#groups.values()].toSorted((a, b) => b.count - a.count);
  }
}
