/** Filters derive from the list's schema: the value type determines the widget and the URL format. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { type FieldMeta, metaOf } from '#kernel/contract/field.ts';
import { monthKeys, monthWord } from '../parts/values/months.ts';

export interface Filter {
  name: string;
  label: string;
  meta: FieldMeta;
  /** The other end of a range of days: this one starts it. */
  until?: string;
  /** Another filter that restricts this one's options. */
  within?: string;
  /** Without that other value all choices are offered. */
  loose?: boolean;
  /** Labels of the values, where they differ. */
  choices?: readonly { value: string; label: string }[];
  /** Filters always sent with the request for choices, such as only active ones. */
  asks?: Readonly<Record<string, string>>;
  /** Default day, or both ends of a range. */
  otherwise?: () => string | readonly [from: string, until: string];
}

export function filtersOf<E extends Endpoint>(endpoint: E) {
  return (
    name: keyof E['takes']['shape'] & string,
    label: string,
    o: Pick<Filter, 'until' | 'within' | 'loose' | 'choices' | 'asks' | 'otherwise'> = {},
  ): Filter => {
    const schema = endpoint.takes.shape[name];
    const meta = schema && metaOf(schema);
    if (!meta) throw new Error(`${endpoint.name} has no filter ${name}`);
    return { name, label, meta, ...o };
  };
}

type Words = Readonly<Record<string, string | undefined>>;

const isId = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Parses a URL parameter; undefined if invalid, as in a truncated link. */
function read({ meta }: Filter, word: string): unknown {
  if (meta.kind === 'ids') {
    const found = word.split(',').map(Number).filter(isId);
    return found.length ? found : undefined;
  }
  if (meta.kind === 'id') return isId(Number(word)) ? Number(word) : undefined;
  if (meta.kind === 'number') return Number.isFinite(Number(word)) ? Number(word) : undefined;
  if (meta.kind === 'flag') return word === 'true' || word === 'false' ? word === 'true' : undefined;
  if (meta.kind === 'day') return /^\d{4}-\d\d-\d\d$/.test(word) ? word : undefined;
  if (meta.kind === 'months') return monthKeys(word).length ? monthWord(monthKeys(word)) : undefined;
  return meta.options && !meta.options.includes(word) ? undefined : word;
}

/** List input from the URL. */
export function inputFrom(filters: readonly Filter[], words: Words): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const filter of filters) {
    for (const name of [filter.name, filter.until]) {
      const value = name && words[name] ? read(filter, words[name]) : undefined;
      if (name && value !== undefined) input[name] = value;
    }
  }
  return input;
}

/** URL parameters with defaults. */
export function withDefaults(filters: readonly Filter[], words: Words): Record<string, string | undefined> {
  const full: Record<string, string | undefined> = { ...words };
  for (const { name, until, otherwise } of filters) {
    if (!otherwise || full[name] || (until && full[until])) continue;
    const said = otherwise();
    const [from, to] = typeof said === 'string' ? [said, said] : said;
    full[name] = from;
    if (until) full[until] = to;
  }
  return full;
}

/** Those that narrow the list now. */
export const chosenIn = (filters: readonly Filter[], words: Words): readonly Filter[] =>
  filters.filter(({ name, until }) => words[name] || (until && words[until]));

/** Dependent filters, transitively: cleared when this one changes. */
export function narrowedBy(filters: readonly Filter[], name: string): string[] {
  const next = filters.filter(({ within }) => within === name);
  return next.flatMap((one) => [one.name, ...narrowedBy(filters, one.name)]);
}
