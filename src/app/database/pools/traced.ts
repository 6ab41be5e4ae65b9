/** Statements as parts of traces: by their kind, never by their text or values. */
import { type Queryable, sqlState } from '#kernel/server/database/database.ts';
import { type Facts, type Traces, spanned } from '../../server/operation/traces.ts';

type Kind = Facts & { name: string };
/** Texts are few and fixed, as in `sql.ts`. */
const MOST = 2000;

/** `insert event` from a statement's text: its verb and the first table after it. */
export function kindOf(text: string): Kind {
  // What is quoted may be a value.
  const bare = text.replaceAll(/'[^']*'|--.*$/gm, '');
  const [, word = 'statement'] = /^\s*([a-z]+)\b/i.exec(bare) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i.exec(bare) ?? [];
  const operation = word.toLowerCase();
  return {
    name: table ? `${operation} ${table}` : operation,
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table && { 'db.collection.name': table }),
  };
}

/** SQLSTATE only: the message of a database error contains row data. */
const faultOf = (error: unknown): Facts => ({ 'db.response.status_code': sqlState(error) ?? 'lost' });

/** A connection with statements as child spans. */
export function traced(client: Queryable, traces: Traces): Queryable {
  const known = new Map<string, Kind>();
  const kind = (text: string): Kind => {
    const found = known.get(text) ?? kindOf(text);
    if (known.size < MOST) known.set(text, found);
    return found;
  };
  return {
    query(config) {
      if (!traces.isUnderWay()) return client.query(config);
      const { name, ...facts } = kind(config.text);
      return spanned(traces.begin('part', name, facts), () => client.query(config), faultOf);
    },
  };
}

/** Span of a transaction, or of acquiring a connection. */
export const part = <T>(
  traces: Traces | undefined,
  name: string,
  facts: Facts,
  work: () => Promise<T>,
): Promise<T> => (traces?.isUnderWay() ? spanned(traces.begin('part', name, facts), work, faultOf) : work());
