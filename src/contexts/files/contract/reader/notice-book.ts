/** Collects notices by column and kind, with the first rows as examples. Pure. */
import { type FileNotice, type NoticeKind, mostExamples } from '../notices.ts';

/** Notice of a row, or of a non-data row. */
export interface Noted {
  column: string;
  kind: NoticeKind;
  reason?: string;
  /** Original and stored value; omitted where the cell may identify a person. */
  cell?: string;
  value?: string;
}

/** Maximum example rows stored until rejected rows are removed from them. */
const mostCandidates = 200;

export class NoticeBook {
  readonly #found = new Map<string, { notice: FileNotice; rows: number[] }>();

  add(n: number, { column, kind, reason, cell, value }: Noted): void {
    const key = `${column}\n${kind}\n${reason ?? ''}`;
    const known = this.#found.get(key);
    const { notice, rows } = known ?? {
      notice: { column, kind, reason: reason ?? null, count: 0, examples: [] },
      rows: [],
    };
    if (!known) this.#found.set(key, { notice, rows });
    rows.push(n);
    if (notice.examples.length < mostCandidates)
      notice.examples.push({ n, cell: cell?.slice(0, 60) ?? null, value: value ?? null });
  }

  /** Excludes rows rejected later; the most frequent first. */
  noticesWithout(refused: ReadonlySet<number>): FileNotice[] {
    const isTaken = (n: number): boolean => !refused.has(n);
    return [...this.#found.values()]
      .map(({ notice, rows }) => ({
        ...notice,
        count: rows.filter(isTaken).length,
        examples: notice.examples.filter(({ n }) => isTaken(n)).slice(0, mostExamples),
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }
}
