/** What a list must say of itself so that a job can write it as a file. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import type { ServerActor } from '../http/actor.ts';
import type { CsvTable } from './csv-table.ts';
import { parseInput } from '../http/parse.ts';
import type { Fragment } from '../database/sql.ts';

/** Read by the list's own schema; only its source knows what they are. */
type Filters = Record<string, unknown>;

export interface ExportSource {
  /** Its word among the export types of the contract. */
  type: string;
  /** The list on screen: its filters are the file's. */
  list: Endpoint;
  /** The file for this person with these filters, and a statement that counts its rows as `n`. */
  read(actor: ServerActor, asked: Filters, now: Date): CsvTable & { count: Fragment };
}

const placing = new Set(['page', 'size', 'part', 'export']);

/** The filters of a list as its own endpoint reads them, without the page; refuses what the list would refuse. */
export function exportFiltersOf({ list }: ExportSource, sent: Readonly<Record<string, unknown>>): Filters {
  const query = Object.fromEntries(Object.entries(sent).filter(([name]) => !placing.has(name)));
  return parseInput(list, { params: {}, query, body: {} }) as Filters;
}
