/** Routes of masters without custom rules, derived from their contracts. */
import { type ListedMaster, tableOf } from '#kernel/contract/listed-master.ts';
import type { MasterCore } from '#kernel/contract/master.ts';
import { type Route, implement } from '../http/implement.ts';
import { tableHandlers } from './table.ts';

/** Common inputs of master lists; any other filter needs a condition, and thus custom routes. */
const common = new Set(['page', 'size', 'part', 'sort', 'q', 'isActive']);
const verbs = new Set(['list', 'one', 'create', 'edit', 'dropdown']);
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `known` are the routes implemented by contexts. */
export async function plainMasters(
  masters: readonly ListedMaster[],
  known: readonly Route[],
): Promise<Route[]> {
  const plain = masters.filter(({ name }) => !known.some(({ endpoint }) => endpoint.domain === name));
  return (await Promise.all(plain.map(routesOf))).flat();
}

async function routesOf({ name, contract }: ListedMaster): Promise<Route[]> {
  const source = (await contract()) as MasterCore;
  const own = Object.keys(source.list.takes.shape).find((filter) => !common.has(filter));
  const verb = Object.keys(source).find((one) => !verbs.has(one));
  if (own) throw new Error(`The master ${name} is narrowed by ${own}: give it routes of its own.`);
  if (verb) throw new Error(`The master ${name} has ${verb}: give it routes of its own.`);
  return implement(source, tableHandlers({ ...tableFor(source), filters: {} }));
}

/** Table of a master, derived from its contract: `tableHandlers({ ...tableFor(holidays), prepare })` adds a rule. */
export function tableFor({ list, create }: MasterCore) {
  const fields = Object.keys(create.takes.shape);
  return {
    domain: list.domain,
    table: tableOf({ name: list.domain }),
    columns: Object.fromEntries(fields.map((field) => [field, columnOf(field)])),
    label: fields[0] ?? 'id',
  };
}
