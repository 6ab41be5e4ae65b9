/** Filters follow the schema of the list: what a filter holds decides its widget and how the address spells it. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { type FieldMeta, metaOf } from '#contract/kernel/field.ts';

export interface Filter {
  name: string;
  label: string;
  meta: FieldMeta;
  /** The other end of a range of days: this one starts it. */
  until?: string;
  /** Another filter whose value narrows this one's choices. */
  within?: string;
}

export function filtersOf<E extends Endpoint>(endpoint: E) {
  return (
    name: keyof E['takes']['shape'] & string,
    label: string,
    o: Pick<Filter, 'until' | 'within'> = {},
  ): Filter => {
    const schema = endpoint.takes.shape[name];
    const meta = schema && metaOf(schema);
    if (!meta) throw new Error(`${endpoint.name} has no filter ${name}`);
    return { name, label, meta, ...o };
  };
}

type Words = Readonly<Record<string, string | undefined>>;

function read({ meta }: Filter, word: string): unknown {
  if (meta.kind === 'ids') return word.split(',').map(Number);
  if (meta.kind === 'id' || meta.kind === 'number') return Number(word);
  return meta.kind === 'flag' ? word === 'true' : word;
}

/** What the address says, as input of the list. */
export function inputFrom(filters: readonly Filter[], words: Words): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const filter of filters) {
    for (const name of [filter.name, filter.until]) {
      const word = name && words[name];
      if (name && word) input[name] = read(filter, word);
    }
  }
  return input;
}

export const countSet = (filters: readonly Filter[], words: Words): number =>
  filters.filter(({ name, until }) => words[name] || (until && words[until])).length;
