/** Which context writes which table, read from every SQL text of the product. */
import { modules } from '../../src/app/server/modules.ts';
import { kernelTables as described } from '../../src/kernel/server/tables.ts';
import type { Source } from './source.ts';

/** Tables of the kernel, which no context owns. */
export const kernelTables: ReadonlySet<string> = new Set(Object.keys(described));
export const ownerOf: ReadonlyMap<string, string> = new Map(
  modules.flatMap(({ name, owns }) => owns.map((table): [string, string] => [table, name])),
);

/** Columns of a table that another context writes, because lists index them together with the owner's. */
const granted: Readonly<Record<string, readonly string[]>> = {
  // Whether it is callable.
  'contact loans': ['is_dnc'],
  // The last and the best disposition.
  'work loans': [
    'last_disposition_id',
    'last_disposition_at',
    'best_disposition_id',
    'best_sub_disposition_id',
    'best_disposition_at',
  ],
  // What was paid, and the account that it is paid to.
  'payments loans': [
    'payment_account_id',
    'payment_status',
    'payment_history_status',
    'latest_realize_payment_amount',
    'latest_realize_payment_date',
  ],
  // What the pacing of a campaign has learned.
  'dialer campaigns': ['pacing_state'],
};
const always = new Set(['updated_at']);

/** A write in a statement: its table. */
const writing = /\b(insert\s+into|update|delete\s+from|truncate|copy)\s+(?:only\s+)?([a-z_][a-z_0-9]*)/gi;
/** Columns set by an update, after its table. */
const setting = /^\s*(?:(?:as\s+)?[a-z]{1,2}\s+)?set\s+([\s\S]*?)(?=\bwhere\b|\bfrom\b|\breturning\b|`)/i;
const columnsIn = (set: string): string[] =>
  [...set.replace(/\$\{[^}]*\}/g, '?').matchAll(/(?:^|,)\s*([a-z_]+)\s*=/g)].map(([, column = '']) => column);

/** Writes to tables of other contexts without a grant. */
export function foreignWrites({ path, text }: Source): string[] {
  const [, room = '', of] = /^src\/(kernel|contexts\/([^/]+))\/server\//.exec(path) ?? [];
  const context = of ?? room;
  if (!context) return [];
  return [...text.matchAll(writing)].flatMap((found) => {
    const [whole, way = '', name = ''] = found;
    const table = name.toLowerCase();
    const owner = kernelTables.has(table) ? 'kernel' : ownerOf.get(table);
    if (owner === undefined || owner === context) return [];
    const may = granted[`${context} ${table}`];
    const [, set = ''] = setting.exec(text.slice(found.index + whole.length)) ?? [];
    const isGranted =
      may !== undefined &&
      way.toLowerCase() === 'update' &&
      set !== '' &&
      columnsIn(set).every((column) => always.has(column) || may.includes(column));
    return isGranted ? [] : [`${path} writes ${table}, which ${owner} owns`];
  });
}
