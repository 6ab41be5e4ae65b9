/** Facts of an event as before and after rows. Pure. */

type Facts = Readonly<Record<string, unknown>>;
interface Difference {
  field: string;
  before: string | null;
  after: string | null;
}

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Empty and missing are one: nothing was there. */
const wordOf = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(', ') : null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Only differences; an event without before and after lists its facts. */
export function changesIn(facts: unknown): Difference[] {
  if (!isFacts(facts)) return [];
  const before = isFacts(facts['before']) ? facts['before'] : {};
  const after = isFacts(facts['after']) ? facts['after'] : {};
  const { before: _, after: __, ...rest } = facts;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return [
    ...fields.map((field) => ({ field, before: wordOf(before[field]), after: wordOf(after[field]) })),
    ...Object.entries(rest).map(([field, value]) => ({ field, before: null, after: wordOf(value) })),
  ].filter(({ before: was, after: is }) => was !== is);
}

/** The states of a change that can be written again: both are there, and nothing of them is hidden. */
export function statesIn(facts: unknown): { before: Facts; after: Facts } | undefined {
  if (!isFacts(facts) || !isFacts(facts['before']) || !isFacts(facts['after'])) return undefined;
  const { before, after } = facts;
  const values = [...Object.values(before), ...Object.values(after)];
  const isHidden = values.some((value) => value === '***' || value === '•');
  return isHidden || Object.keys(before).length === 0 ? undefined : { before, after };
}
