/** Plain SQL with values separate from text; fragments nest. Never builds text from a value. */
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

/** An identifier or keyword from our code, never from a caller. */
export function name(identifier: string): Fragment {
  if (!/^[a-z_][a-z0-9_.]*$/.test(identifier)) throw new Error(`not a column name: ${identifier}`);
  return new Fragment([identifier], []);
}

/** A name of the wire as the name of a column that is answered, such as `as "updatedAt"`. */
export function quoted(field: string): Fragment {
  if (!/^[a-zA-Z]+$/.test(field)) throw new Error(`not a field name: ${field}`);
  return new Fragment([`"${field}"`], []);
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
  return real.length ? sql`where ${join(real, ' and ')}` : empty;
};

/** The text with a parameter for each value; the values are added to `found`. */
function textOf({ strings, values }: Fragment, found: unknown[]): string {
  return strings
    .map((piece, i) => {
      if (i >= values.length) return piece;
      const value = values[i];
      return piece + (value instanceof Fragment ? textOf(value, found) : `$${found.push(value)}`);
    })
    .join('');
}

/** Text with $1, $2 … and its values, as the driver wants it. */
export function compile(fragment: Fragment): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  return { text: textOf(fragment, values), values };
}

// Statement texts are few and fixed; naming them lets PostgreSQL cache their plans, up to a limit.
const names = new Map<string, string>();
const mostNames = 2000;
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const made = `s${names.size}`;
  names.set(text, made);
  return made;
}

/** The statement under its prepared name. */
export function named(fragment: Fragment): { name: string | undefined; text: string; values: unknown[] } {
  const compiled = compile(fragment);
  return { name: nameOf(compiled.text), ...compiled };
}

/** The same as one piece of text, for fragments without values that are used often. */
export function settled(fragment: Fragment): Fragment {
  const { text, values } = compile(fragment);
  if (values.length > 0) throw new Error('holds values');
  return new Fragment([text], []);
}
