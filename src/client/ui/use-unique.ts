import { useEffect, useState } from 'react';
import { call } from '#client/kernel/api.ts';
import { kitText } from '#text/en/kit.ts';
import { uniqueEndpoint } from './dropdowns.ts';
import type { Field, Values } from './fields.ts';

const pause = 1000;

/** Asks the server, a second after the last key, whether a value is taken; unchanged and empty values are not asked about. */
export function useUniqueCheck(o: {
  fields: readonly Field[];
  values: Values;
  start: Values;
  unique?: { entity: string; exceptId?: number };
}) {
  const { fields, values, start, unique } = o;
  const [taken, setTaken] = useState<Readonly<Record<string, string>>>({});
  const field = fields.find(({ meta }) => meta?.unique);
  const name = field?.name;
  const value = name ? String(values[name] ?? '').trim() : '';
  const isAsked = name !== undefined && unique !== undefined && value !== '' && value !== start[name];
  const entity = unique?.entity;
  const exceptId = unique?.exceptId;
  useEffect(() => {
    const endpoint = uniqueEndpoint();
    if (!isAsked || !endpoint || !name) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const input = { entity, field: name, value, ...(exceptId ? { exceptId } : {}) };
      call(endpoint, input as never, { signal: stop.signal }).then(
        (answer) =>
          setTaken(
            (answer as unknown as { exists: boolean }).exists ? { [`${name}:${value}`]: kitText.taken } : {},
          ),
        () => undefined, // the database has the last word when the form is sent
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isAsked, name, value, entity, exceptId]);
  const found = taken[`${name}:${value}`];
  return isAsked && name && found ? { [name]: found } : ({} as Record<string, string | undefined>);
}
