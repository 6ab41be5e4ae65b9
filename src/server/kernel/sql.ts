/** Plain SQL with values kept apart from text; fragments nest. Never builds text from a value. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** ``sql`select … where id = ${id}` ``: values become parameters, nested fragments are laid in. */
export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Fragment =>
  new Fragment(strings, values);

/** A name or keyword of our own code, never of a caller. */
export function name(identifier: string): Fragment {
  if (!/^[a-z_][a-z0-9_.]*$/.test(identifier)) throw new Error(`not a column name: ${identifier}`);
  return new Fragment([identifier], []);
}

export const empty = new Fragment([''], []);

/** Fragments one after another with a separator between. */
export function join(parts: readonly Fragment[], separator = ', '): Fragment {
  if (parts.length === 0) return empty;
  return new Fragment(['', ...Array<string>(parts.length - 1).fill(separator), ''], parts);
}

/** `where a and b`, or nothing. */
export const where = (conditions: readonly (Fragment | false | undefined | null)[]): Fragment => {
  const real = conditions.filter((c): c is Fragment => Boolean(c));
  return real.length ? new Fragment(['where ', ''], [join(real, ' and ')]) : empty;
};

/** Text with $1, $2 … and its values, as the driver wants it. */
export function compile(fragment: Fragment): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  let text = '';
  const walk = ({ strings, values: inner }: Fragment): void => {
    strings.forEach((piece, i) => {
      text += piece;
      if (i >= inner.length) return;
      const value = inner[i];
      if (value instanceof Fragment) walk(value);
      else text += `$${values.push(value)}`;
    });
  };
  walk(fragment);
  return { text, values };
}

/** The same without pieces to lay together each time; for what holds no values. */
export function settled(fragment: Fragment): Fragment {
  const { text, values } = compile(fragment);
  if (values.length > 0) throw new Error('holds values');
  return new Fragment([text], []);
}
