/** Declaration of a list that a job can export. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import type { ServerActor } from '../http/actor.ts';
import type { CsvTable } from './csv-table.ts';
import { parseInput } from '../http/parse.ts';
import type { Fragment } from '../database/sql.ts';

/** Parsed by the list's schema; only its source interprets them. */
type Filters = Record<string, unknown>;

export interface ExportSource {
  /** Its name among the export types of the contract. */
  type: string;
  /** The list on screen: its filters are the file's. */
  list: Endpoint;
  /** The file for this user with these filters, and a statement with its number of rows as `n`. */
  read(actor: ServerActor, asked: Filters, now: Date): CsvTable & { count: Fragment };
}

const placing = new Set(['page', 'size', 'part', 'export']);

/** Filters of a list parsed by its endpoint, without paging; rejects what the list would reject. */
export function exportFiltersOf({ list }: ExportSource, sent: Readonly<Record<string, unknown>>): Filters {
  const query = Object.fromEntries(Object.entries(sent).filter(([name]) => !placing.has(name)));
  return parseInput(list, { params: {}, query, body: {} }) as Filters;
}
