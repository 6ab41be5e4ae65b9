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
  const known = identifiers.get(identifier);
  if (known) return known;
  if (!/^[a-z_][a-z0-9_.]*$/.test(identifier)) throw new Error(`not a column name: ${identifier}`);
  const made = new Fragment([identifier], []);
  identifiers.set(identifier, made);
  return made;
}
const identifiers = new Map<string, Fragment>();

/** A name of the wire as the name of a column that is answered, such as `as "updatedAt"`. */
export function quoted(field: string): Fragment {
  if (!/^[a-zA-Z]+$/.test(field)) throw new Error(`not a field name: ${field}`);
  return new Fragment([`"${field}"`], []);
}

export const empty = new Fragment([''], []);

/** Fragments one after another with a separator between. */
export function join(parts: readonly Fragment[], separator = ', '): Fragment {
  if (parts.length === 0) return empty;
  const key = `${parts.length}${separator}`;
  const between = gaps.get(key) ?? ['', ...Array<string>(parts.length - 1).fill(separator), ''];
  if (parts.length < 100) gaps.set(key, between);
  return new Fragment(between, parts);
}
const gaps = new Map<string, readonly string[]>();
const aroundWhere = ['where ', ''];

/** `where a and b`, or nothing. */
export const where = (conditions: readonly (Fragment | false | undefined | null)[]): Fragment => {
  const real = conditions.filter((c): c is Fragment => Boolean(c));
  return real.length ? new Fragment(aroundWhere, [join(real, ' and ')]) : empty;
};

/**
 * Which pieces were met on the way through a fragment. A template has the same array of pieces each time it is used,
 * so the way to a text that was laid together before is known without its letters.
 */
class Way {
  private readonly pieces = new WeakMap<readonly string[], Way>();
  private value: Way | undefined;
  text: string | undefined;
  name: string | undefined;
  by(strings: readonly string[]): Way {
    const known = this.pieces.get(strings);
    if (known) return known;
    const made = new Way();
    this.pieces.set(strings, made);
    return made;
  }
  byValue(): Way {
    this.value ??= new Way();
    return this.value;
  }
}
const start = new Way();

function follow({ strings, values }: Fragment, found: unknown[], from: Way): Way {
  let way = from.by(strings);
  for (const value of values)
    if (value instanceof Fragment) way = follow(value, found, way);
    else {
      found.push(value);
      way = way.byValue();
    }
  return way;
}

/** `at`: how many values stand before it. */
function textOf({ strings, values }: Fragment, at: { count: number }): string {
  return strings
    .map((piece, i) => {
      if (i >= values.length) return piece;
      const value = values[i];
      return piece + (value instanceof Fragment ? textOf(value, at) : `$${(at.count += 1)}`);
    })
    .join('');
}

function compiled(fragment: Fragment): { way: Way; text: string; values: unknown[] } {
  const values: unknown[] = [];
  const way = follow(fragment, values, start);
  way.text ??= textOf(fragment, { count: 0 });
  return { way, text: way.text, values };
}

/** Text with $1, $2 … and its values, as the driver wants it. */
export function compile(fragment: Fragment): { text: string; values: unknown[] } {
  const { text, values } = compiled(fragment);
  return { text, values };
}

// Texts are few and fixed; naming them lets PostgreSQL keep their plans. A runaway generator of texts stays unnamed.
const names = new Map<string, string>();
const mostNames = 2000;
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const made = `s${names.size}`;
  names.set(text, made);
  return made;
}

/** The same under the name by which PostgreSQL keeps its plan. */
export function named(fragment: Fragment): { name: string | undefined; text: string; values: unknown[] } {
  const { way, text, values } = compiled(fragment);
  way.name ??= nameOf(text);
  return { name: way.name, text, values };
}

/** The same without pieces to lay together each time; for what holds no values. */
export function settled(fragment: Fragment): Fragment {
  const { text, values } = compile(fragment);
  if (values.length > 0) throw new Error('holds values');
  return new Fragment([text], []);
}
