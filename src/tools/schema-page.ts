/** The schema as a page: a picture of each context's tables and what they refer to, and the states of what has some. */
import type pg from 'pg';
import { orderStates } from '#contexts/payments/contract/pay/order-states.ts';
import { stateAfter } from '#contexts/payments/contract/pay/order-rules.ts';
import { settlementCan } from '#contexts/settlements/contract/settlement-rules.ts';
import { readCatalogue } from '#app/database/schema/comment.ts';
import { tablesOf } from '#app/database/schema/tables.ts';

interface Reference {
  table: string;
  column: string;
  target: string;
  isOptional: boolean;
}
const references = `
  select k.conrelid::regclass::text as "table", a.attname as "column", k.confrelid::regclass::text as target,
    not a.attnotnull as "isOptional"
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2, 3`;

const line = ({ table, column, target, isOptional }: Reference): string =>
  `  ${target} ${isOptional ? '|o' : '||'}--o{ ${table} : ${column}`;
const fenced = (lines: readonly string[]): string => ['```mermaid', ...lines, '```'].join('\n');

type Move = readonly [from: string, event: string, to: string];
const states = (title: string, moves: readonly Move[]): string =>
  `## ${title}\n\n${fenced([
    'stateDiagram-v2',
    ...new Set(
      moves.filter(([from, , to]) => from !== to).map(([from, event, to]) => `  ${from} --> ${to}: ${event}`),
    ),
  ])}\n`;

const becomes = {
  decide: ['Approved', 'Rejected'],
  bulkApprove: ['Approved'],
  amount: ['AmountUpdated'],
  query: ['QueryRaised'],
  reinitiate: ['ReInitiated'],
  reopen: ['ReOpened'],
  send: [],
} as const satisfies Record<keyof typeof settlementCan, readonly string[]>;
const ofSettlements: Move[] = Object.entries(becomes).flatMap(([what, targets]) =>
  settlementCan[what as keyof typeof settlementCan].flatMap((from) =>
    targets.map((to): Move => [from, what, to]),
  ),
);
const ofOrders: Move[] = orderStates.flatMap((from) =>
  orderStates.slice(1).map((told): Move => [from, told, stateAfter(from, told as 'pending')]),
);

export async function schemaPage(client: pg.ClientBase): Promise<string> {
  const found = (await readCatalogue(client)).filter(({ column }) => column === null);
  const all = (await client.query<Reference>(references)).rows;
  const contextOf = new Map(
    Object.entries(tablesOf).flatMap(([context, tables]) =>
      Object.keys(tables).map((table) => [table, context] as const),
    ),
  );
  const contexts = [...Object.keys(tablesOf), 'others'];
  const parts = contexts.flatMap((context) => {
    const tables = found.filter(({ table }) => (contextOf.get(table) ?? 'others') === context);
    if (tables.length === 0) return [];
    const names = new Set(tables.map(({ table }) => table));
    const list = tables.map(({ table, comment }) => `- \`${table}\`: ${comment ?? ''}`);
    const picture = all.filter(({ table }) => names.has(table)).map(line);
    const drawn = picture.length > 0 ? [fenced(['erDiagram', ...picture]), ''] : [];
    return [`## ${context}`, '', ...drawn, ...list, ''];
  });
  return [
    '# Schema',
    '',
    'Printed by `npm run schema` from a migrated database; `||` is one, `|o` at most one, `o{` any number.',
    '',
    ...parts,
    states('States of a settlement', ofSettlements),
    states('States of an order at a gateway', ofOrders),
  ].join('\n');
}
