/** Which context writes which table, read from every SQL text of the product. */
import { modules } from '../../src/app/server/modules.ts';
import type { Source } from './source.ts';

/** Tables of the kernel, which no context owns. */
export const kernelTables: ReadonlySet<string> = new Set([
  'event',
  'event_seal',
  'idempotency',
  'throttle',
  'mailbox',
  'migration',
]);
export const ownerOf: ReadonlyMap<string, string> = new Map(
  modules.flatMap(({ name, owns }) => owns.map((table): [string, string] => [table, name])),
);
const writing = /\b(?:insert\s+into|update|delete\s+from|truncate|copy)\s+(?:only\s+)?([a-z_][a-z_0-9]*)/gi;

export interface Written {
  path: string;
  context: string;
  table: string;
}
/** Writes of a context to tables that are not its own. */
export function foreignWrites({ path, text }: Source): Written[] {
  const [, context = ''] = /^src\/contexts\/([^/]+)\/server\//.exec(path) ?? [];
  if (!context) return [];
  const tables = [...text.matchAll(writing)].map(([, table = '']) => table.toLowerCase());
  return [...new Set(tables)].flatMap((table) => {
    const owner = ownerOf.get(table);
    return owner !== undefined && owner !== context ? [{ path, context, table }] : [];
  });
}
