/** Counts what a reader has to name, by column and kind, with the first rows as examples. Pure. */
import { type FileNotice, type NoticeKind, mostExamples } from '../notices.ts';

/** Something that a row, or a line that is none, makes known. */
export interface Noted {
  column: string;
  kind: NoticeKind;
  reason?: string;
  /** As it was written and as it is stored; left out where the cell may name a person. */
  cell?: string;
  value?: string;
}

export class NoticeBook {
  readonly #found = new Map<string, FileNotice>();

  add(n: number, { column, kind, reason, cell, value }: Noted): void {
    const key = `${column}\n${kind}\n${reason ?? ''}`;
    const known = this.#found.get(key);
    const notice = known ?? { column, kind, reason: reason ?? null, count: 0, examples: [] };
    if (!known) this.#found.set(key, notice);
    notice.count += 1;
    if (notice.examples.length < mostExamples)
      notice.examples.push({ n, cell: cell?.slice(0, 60) ?? null, value: value ?? null });
  }

  /** The most frequent first. */
  get notices(): FileNotice[] {
    return [...this.#found.values()].sort((a, b) => b.count - a.count);
  }
}
