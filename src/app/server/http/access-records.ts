/** Access records: which user opened which borrower, loan, list or file; written in batches after the response (decision 521). */
import type * as z from 'zod/mini';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { type FieldKind, metaOf } from '#kernel/contract/field.ts';
import { bare } from '#kernel/contract/fields/field-meta.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Wire } from '#kernel/server/http/whitelist.ts';

interface Subjects {
  loans: Set<number>;
  borrowers: Set<number>;
}
type Reader = (value: unknown, found: Subjects) => void;

const subjectRefs: Readonly<Record<string, keyof Subjects>> = { loans: 'loans', borrowers: 'borrowers' };

function addId(value: unknown, into: Set<number>): void {
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const id = typeof one === 'string' && /^\d+$/u.test(one) ? Number(one) : one;
    if (typeof id === 'number') into.add(id);
  }
}

/** Returns a reader of the loan and borrower ids in values of this schema, by field references; undefined if it has none. */
function readerOf(given: z.ZodMiniType): Reader | undefined {
  const subject = subjectRefs[metaOf(given)?.ref ?? ''];
  if (subject) return (value, found) => addId(value, found[subject]);
  const schema = bare(given);
  const def = schema._zod.def as {
    type: string;
    shape?: Record<string, z.ZodMiniType>;
    element?: z.ZodMiniType;
    options?: readonly z.ZodMiniType[];
  };
  if (def.shape) return readerOfFields(def.shape);
  const inner = def.element && readerOf(def.element);
  if (inner)
    return (value, found) => (Array.isArray(value) ? value.forEach((one) => inner(one, found)) : undefined);
  const options = (def.options ?? []).map(readerOf).filter((one) => one !== undefined);
  return options.length > 0 ? (value, found) => options.forEach((one) => one(value, found)) : undefined;
}

function readerOfFields(shape: Record<string, z.ZodMiniType>): Reader | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]): [string, Reader][] => {
    const reader = readerOf(field);
    return reader ? [[name, reader]] : [];
  });
  if (fields.length === 0) return undefined;
  return (value, found) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, reader] of fields) {
      const one = (value as Record<string, unknown>)[name];
      if (one !== undefined && one !== null) reader(one, found);
    }
  };
}

/** Names of fields that identify a person in a row without a reference to a loan. */
const personalFields = /^(loanNumber|borrower|borrowerName|customerName|mobile)$/u;
function namesPerson(given: z.ZodMiniType): boolean {
  const def = bare(given)._zod.def as {
    shape?: Record<string, z.ZodMiniType>;
    element?: z.ZodMiniType;
    options?: readonly z.ZodMiniType[];
  };
  if (def.shape)
    return Object.entries(def.shape).some(([name, field]) => personalFields.test(name) || namesPerson(field));
  return [def.element, ...(def.options ?? [])].some((one) => one !== undefined && namesPerson(one));
}

/** Recorded filter kinds. Typed text, such as a searched name, is omitted, so that erasure needs no change here. */
const plainKinds: readonly (FieldKind | undefined)[] = [
  'id',
  'ids',
  'key',
  'day',
  'choice',
  'flag',
  'number',
  'rupees',
];
const paging = ['page', 'size', 'sort', 'part'];
function filterOf({ answer, takes }: Endpoint): (asked: object) => object {
  const isPlain = new Map(
    Object.entries(takes.shape).map(([name, field]): [string, boolean] => [
      name,
      paging.includes(name) || answer === 'stream' || plainKinds.includes(metaOf(field)?.kind),
    ]),
  );
  return (asked) =>
    Object.fromEntries(
      Object.entries(asked).map(([name, value]): [string, unknown] => [
        name,
        isPlain.get(name) ? value : '…',
      ]),
    );
}

interface Access {
  loanIds: number[];
  borrowerIds: number[];
  rows: number;
  /** Filters of the request; typed text is replaced by an ellipsis. */
  asked: object;
}
/** Returns the borrower of the data in a request and its response; undefined if none. */
export type AccessOf = (asked: object, wire: Wire | undefined) => Access | undefined;

/** Returns the reader of an endpoint; undefined if it opens no borrower's data. Writes have events instead. */
export function accessOf(endpoint: Endpoint): AccessOf | undefined {
  const { writes, answer, takes, gives, can } = endpoint;
  if (writes || can === 'public') return undefined;
  const given = readerOf(gives);
  const taken = readerOf(takes);
  const isFile = answer === 'stream';
  const isNamed = namesPerson(gives);
  if (!given && !taken && !isFile && !isNamed) return undefined;
  const filter = filterOf(endpoint);
  return (asked, wire) => {
    const found: Subjects = { loans: new Set(), borrowers: new Set() };
    const rows = (wire?.rows ?? (wire?.row === undefined ? [] : [wire.row])) as unknown[];
    if (rows.length === 0 && !isFile) return undefined;
    rows.forEach((row) => given?.(row, found));
    taken?.(asked, found);
    if (found.loans.size === 0 && found.borrowers.size === 0 && !isFile && !isNamed) return undefined;
    return {
      loanIds: [...found.loans],
      borrowerIds: [...found.borrowers],
      rows: rows.length,
      asked: filter(asked),
    };
  };
}

interface AccessRecord extends Access {
  at: string;
  actorId: number;
  endpoint: string;
  origin: string;
  requestId: string;
}
export interface AccessRecords {
  add(record: AccessRecord): void;
  flush(): Promise<void>;
  /** Stores the queue, then stops. */
  stop(): Promise<void>;
}

const FLUSH_MS = 500;
/** Period in which equal records are stored once, because screens poll. */
const REPEAT_MS = 60_000;
/** Records queued while the database does not answer; beyond it the oldest are dropped and the log states how many. */
const MAX_QUEUED = 50_000;

const insertRecords = (database: Database, records: readonly object[]): Promise<number> =>
  database.run(sql`
    insert into access_records (at, actor_id, endpoint, borrower_ids, loan_ids, rows, asked, origin, request_id)
    select r.at, r."actorId", r.endpoint, r."borrowerIds", r."loanIds", r.rows, r.asked, r.origin, r."requestId"
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (at timestamptz, "actorId" bigint, endpoint text,
      "borrowerIds" bigint[], "loanIds" bigint[], rows int, asked jsonb, origin text, "requestId" text)`);

export function openAccessRecords(database: Database, log: Pick<Logger, 'error'>): AccessRecords {
  let waiting: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let recentKeys = new Set<string>();
  const reset = setInterval(() => void (recentKeys = new Set()), REPEAT_MS).unref();

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await insertRecords(database, batch);
    } catch (error) {
      const kept = [...batch, ...waiting];
      waiting = kept.slice(-MAX_QUEUED);
      const lost = kept.length - waiting.length;
      log.error({ err: error, waiting: waiting.length, lost }, 'access records not written');
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (writing = writing.then(write));
  }
  return {
    add(record) {
      const { at: _, requestId: __, ...same } = record;
      const key = JSON.stringify(same);
      if (recentKeys.has(key)) return;
      recentKeys.add(key);
      waiting.push(record);
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    },
    flush,
    async stop() {
      clearInterval(reset);
      await flush();
    },
  };
}
