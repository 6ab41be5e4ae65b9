import { useEffect, useState } from 'react';
import { call } from '#kernel/client/calls/api.ts';
import { kitText } from '#text/en/kit.ts';
import { uniqueEndpoint, useKit } from '../list/dropdowns.ts';
import type { Field, Values } from './fields.ts';

const pause = 1000;
const markOf = (name: string, value: string): string => `${name}:${value}`;

/** Checks uniqueness a second after the last key; unchanged and empty values are not checked. */
export function useUniqueCheck(o: {
  fields: readonly Field[];
  values: Values;
  start: Values;
  unique?: { entity: string; exceptId?: number };
}): Readonly<Record<string, string | undefined>> {
  useKit();
  const { fields, values, start, unique } = o;
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const asked = fields
    .filter(({ meta }) => meta?.unique && unique)
    .map(({ name }) => [name, String(values[name] ?? '').trim()] as const)
    .filter(([name, value]) => value !== '' && value !== start[name]);
  const entity = unique?.entity;
  const exceptId = unique?.exceptId;
  const words = JSON.stringify(asked);
  useEffect(() => {
    const endpoint = uniqueEndpoint();
    const pairs = JSON.parse(words) as typeof asked;
    if (!endpoint || pairs.length === 0) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const answers = pairs.map(async ([field, value]) => {
        const input = { entity, field, value, ...(exceptId ? { exceptId } : {}) };
        const answer: unknown = await call(endpoint, input as never, { signal: stop.signal });
        return (answer as { exists: boolean }).exists ? [markOf(field, value)] : [];
      });
      // The database decides on submit.
      Promise.all(answers).then(
        (found) => setTaken(new Set(found.flat())),
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, entity, exceptId]);
  const found = asked.filter(([name, value]) => taken.has(markOf(name, value)));
  return Object.fromEntries(found.map(([name]) => [name, kitText.taken]));
}
