/** Choices that a domain's dropdown offers. */
import type * as z from 'zod/mini';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { metaOf } from '#kernel/contract/field.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { freshFor } from '../list/dropdowns.ts';
import type { Choice } from './fields.ts';

interface Row {
  id: number;
  name: string;
}

/** Undefined until they are loaded. */
export function useChoices(
  endpoint: Endpoint,
  input: object,
  enabled: boolean,
  offers?: (row: never) => boolean,
): Choice[] | undefined {
  const { data } = useRead(endpoint, input as Input<typeof endpoint>, {
    enabled,
    staleTime: freshFor(endpoint),
    fromDevice: true,
    keepPrevious: true,
  });
  if (!data || !enabled) return undefined;
  const all = data as unknown as Row[];
  const rows = offers ? all.filter((row) => offers(row as never)) : all;
  return rows.map((row) => ({ value: String(row.id), label: labelOf(endpoint, row) }));
}

/** The name with the texts that distinguish it from others of the same name. */
function labelOf({ gives }: Endpoint, { name, ...more }: Row): string {
  const { shape } = gives as unknown as { shape: Record<string, z.ZodMiniType | undefined> };
  const isWords = ([field, word]: [string, unknown]): boolean => {
    const schema = shape[field];
    return typeof word === 'string' && (!schema || metaOf(schema)?.kind !== 'choice');
  };
  const words = Object.entries(more).filter(isWords);
  return [name, ...words.map(([, word]) => word)].join(' · ');
}
