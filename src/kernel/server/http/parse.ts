/** Parses a request for a handler, or reports which field is invalid and why. */
import * as z from 'zod/mini';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure, type FieldFault, type FieldIssue } from '#kernel/contract/failure.ts';
import { bare } from '#kernel/contract/field.ts';

/** Query strings are text: numbers, flags and comma-separated lists are parsed by the schema. */
function fromText(schema: z.ZodMiniType, value: unknown): unknown {
  const def = bare(schema)._zod.def as { type: string; element?: z.ZodMiniType; in?: z.ZodMiniType };
  if (def.type === 'array') {
    const parts = Array.isArray(value) ? value : value === '' ? [] : String(value).split(',');
    return parts.map((part) => (def.element ? fromText(def.element, part) : part));
  }
  if (typeof value !== 'string') return value;
  const kind = def.type === 'pipe' && def.in ? def.in._zod.def.type : def.type;
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

const faults: Record<string, FieldFault> = { unrecognized_keys: 'unknown' };
function faultOf(issue: z.core.$ZodIssue): FieldFault {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'invalid';
  const isText = 'origin' in issue && (issue.origin === 'string' || issue.origin === 'array');
  if (issue.code === 'too_small')
    return isText ? (issue.minimum === 1 ? 'required' : 'too_short') : 'too_small';
  if (issue.code === 'too_big') return isText ? 'too_long' : 'too_big';
  return faults[issue.code] ?? 'invalid';
}

function issuesOf(error: z.core.$ZodError): FieldIssue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => ({ path: [...issue.path, name].join('.'), fault: 'unknown' as const }))
      : [{ path: issue.path.join('.'), fault: faultOf(issue) }],
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than any endpoint's input. */
const DEEPEST = 40;
/** The content of an outbox entry is validated with that entry: an invalid one must not reject the entire batch. */
const ENTRY = 'input';

/** PostgreSQL stores neither NUL nor a lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const isUnreadable = (value: unknown, isEntry = false, depth = 0): boolean => {
  if (typeof value === 'string') return !isEntry && !isStorable(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth > DEEPEST) return true;
  return Object.entries(value).some(([name, inner]) =>
    isUnreadable(inner, isEntry || (depth > 0 && name === ENTRY), depth + 1),
  );
};

/** Path keys override the body, so a body can never select another row than its path. */
export function parseInput(
  endpoint: Endpoint,
  sent: { params: unknown; query: unknown; body: unknown },
): Record<string, unknown> {
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.answer === 'stream';
  const rest = inQuery ? sent.query : (sent.body ?? {});
  if (!isRecord(rest)) throw new Failure('INVALID_INPUT', {}, [{ path: '', fault: 'invalid' }]);
  // Without a prototype, so that a key such as `__proto__` is an ordinary unknown one.
  const raw = Object.create(null) as Record<string, unknown>;
  const { shape } = endpoint.takes;
  for (const [name, value] of Object.entries(rest)) {
    const schema = inQuery && Object.hasOwn(shape, name) ? shape[name] : undefined;
    // An empty query parameter means no filter.
    if (inQuery && value === '') continue;
    raw[name] = schema ? fromText(schema, value) : value;
  }
  Object.assign(raw, sent.params);
  const unstorable = Object.keys(raw).filter((name) => isUnreadable(raw[name]));
  if (unstorable.length > 0)
    throw new Failure(
      'INVALID_INPUT',
      {},
      unstorable.map((path) => ({ path, fault: 'invalid' })),
    );
  const read = z.safeDecode(endpoint.takes, raw as never, { reportInput: true });
  if (!read.success) throw new Failure('INVALID_INPUT', {}, issuesOf(read.error));
  return read.data;
}
