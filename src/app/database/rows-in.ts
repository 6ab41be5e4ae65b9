/** Rows out of the text that PostgreSQL's COPY writes. Pure. */

/** Rows with one of these values, as COPY writes them, in each of these columns. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

function placeOf(columns: readonly string[], column: string): number {
  const at = columns.indexOf(column);
  if (at < 0) throw new Error(`no column ${column}`);
  return at;
}

const NEWLINE = 10;
const TAB = 9;

/** Number of complete rows in a chunk, and copies of those that one of `wanted` names. */
export function rowsIn(
  piece: Buffer,
  columns: readonly string[],
  wanted: readonly Wanted[],
): { of: number; kept: Buffer[] } {
  const tests = wanted.map((one) =>
    Object.entries(one)
      .map(([column, values]) => ({ at: placeOf(columns, column), values: new Set(values) }))
      .toSorted((a, b) => a.at - b.at),
  );
  const last = Math.max(...tests.flat().map(({ at }) => at));
  const begins: number[] = [];
  const kept: Buffer[] = [];
  let of = 0;
  for (let from = 0; from < piece.length; of += 1) {
    const newline = piece.indexOf(NEWLINE, from);
    const end = newline < 0 ? piece.length : newline;
    begins[0] = from;
    // A tab in a value is written as \t.
    for (let i = 1, at = from; i <= last + 1; i += 1) {
      const tab = piece.indexOf(TAB, at);
      at = tab < 0 || tab > end ? end + 1 : tab + 1;
      begins[i] = at;
    }
    const isWanted = tests.some((test) =>
      test.every(({ at, values }) =>
        values.has(piece.toString('latin1', begins[at], (begins[at + 1] ?? end + 1) - 1)),
      ),
    );
    if (isWanted) kept.push(Buffer.from(piece.subarray(from, end + 1)));
    from = end + 1;
  }
  return { of, kept };
}
