/** Valid input for any endpoint, generated from its schema. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/kernel/contract/endpoint.ts';
import { type FieldKind, bare, metaOf } from '../../src/kernel/contract/field.ts';
import { same } from '../kit.ts';
import { type Actor, type Whose, isOwned, rowOf, tokenOf } from './world.ts';

let made = 0;
const values: Readonly<Record<Exclude<FieldKind, 'id' | 'ids' | 'key' | 'choice'>, () => unknown>> = {
  text: () => `Made ${++made}`,
  note: () => 'A note',
  secret: () => 'a secret of some length 5183',
  email: () => `made${++made}@canary.test`,
  mobile: () => '9000000001',
  phone: () => '9000000001',
  pincode: () => '411001',
  gstin: () => '27AAPFU0939F1ZV',
  colour: () => '#009070',
  day: () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  clock: () => '00:15',
  months: () => '[{"month":1,"year":2026}]',
  instant: () => new Date(Date.now() + 86_400_000).toISOString(),
  number: () => 1,
  rupees: () => 10,
  flag: () => true,
};
/** Fields whose name determines the reference. */
const kindsByName: Readonly<Record<string, string>> = {
  roleId: 'roles',
  reportingTo: 'users',
  borrowerId: 'borrowers',
};

/** Pickers that offer some of a kind. */
const kindsByPicker: Readonly<Record<string, string>> = {
  dncLoans: 'loans',
  givenRoles: 'roles',
  leaders: 'users',
};
/** Fields for which any value of their kind will not do; undefined leaves one out. */
const valuesByName: Readonly<Record<string, unknown>> = {
  dob: '1990-01-01',
  callerId: '1600123456',
  ringSeconds: 20,
  roleType: 'agent',
  updatedAt: undefined,
  borrowerDocs: [],
  settlmentDocs: [],
  deleteKey: undefined,
};

/** Reference of an id field: by schema, by name, or its domain. */
function kindOf(endpoint: Endpoint, name: string): string | undefined {
  const schema = endpoint.takes.shape[name];
  const meta = schema && metaOf(schema);
  if (!meta || !['id', 'ids', 'key'].includes(meta.kind)) return undefined;
  const kind = meta.ref ?? kindsByName[name] ?? endpoint.domain;
  return kindsByPicker[kind] ?? kind;
}

/** Row kinds referenced by an endpoint's input; owned ones, if any. */
export function pointsAt(endpoint: Endpoint): string[] {
  const kinds = new Set(Object.keys(endpoint.takes.shape).flatMap((name) => kindOf(endpoint, name) ?? []));
  const owned = [...kinds].filter(isOwned);
  return owned.length > 0 ? owned : [...kinds];
}

const isOptional = (schema: z.ZodMiniType): boolean => schema._zod.def.type === 'optional';
const guesses = [
  'customer-file',
  'mobile',
  '3f2c1a90-0000-4000-8000-000000000000',
  'borrower-dispositions.record',
  'a'.repeat(64),
  1,
  4_000_000_000,
  '',
  true,
];

function valueOf(endpoint: Endpoint, name: string, whose: Whose): unknown {
  const schema = endpoint.takes.shape[name];
  if (!schema) return undefined;
  if (name in valuesByName) return valuesByName[name];
  const meta = metaOf(schema);
  const kind = kindOf(endpoint, name);
  if (kind) {
    const isVaried = pointsAt(endpoint).includes(kind);
    const row = rowOf(kind, isVaried ? whose : 'any');
    if (meta?.kind === 'ids') return [row];
    return meta?.kind === 'key' ? String(row) : row;
  }
  if (meta?.kind === 'choice') return meta.options?.[0];
  // A number that must be larger than one is of months, or a year.
  if (meta?.kind === 'number')
    return [1, 10, 2026].find((one) => z.safeDecode(schema, one as never).success) ?? 2026;
  if (meta) return values[meta.kind as keyof typeof values]();
  const guess = guesses.find((one) => z.safeDecode(schema, one as never).success);
  return guess !== undefined || isOptional(schema) ? guess : madeOf(schema);
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
}
/** Value for a schema without kind metadata; finally the first accepted one. */
function madeOf(schema: z.ZodMiniType): unknown {
  const guess = guesses.find((one) => z.safeDecode(schema, one as never).success);
  if (guess !== undefined) return guess;
  const meta = metaOf(schema);
  if (meta?.kind === 'choice') return meta.options?.[0];
  if (meta && meta.kind in values) return values[meta.kind as keyof typeof values]();
  const { type, shape = {}, element } = bare(schema)._zod.def as unknown as Def;
  if (type === 'array') return element ? [madeOf(element)] : [];
  if (type === 'record') return {};
  if (type !== 'object') return undefined;
  const needed = Object.entries(shape).filter(([, part]) => !isOptional(part));
  return Object.fromEntries(needed.map(([name, part]) => [name, madeOf(part)]));
}

/** Required fields, and every optional one that points at a row or is a field of a form. */
export function inputOf(endpoint: Endpoint, whose: Whose): Record<string, unknown> {
  const isForm = endpoint.writes && endpoint.method !== 'GET';
  const input: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(endpoint.takes.shape)) {
    const isPointed = kindOf(endpoint, name) !== undefined && whose !== 'any';
    const isNeeded = !isOptional(schema) || isForm || isPointed;
    if (isNeeded) input[name] = valueOf(endpoint, name, whose);
  }
  return input;
}

/** True when the input travels as JSON, not in the address. */
export const isBodied = ({ method, answer }: Endpoint): boolean =>
  method !== 'GET' && method !== 'DELETE' && answer !== 'stream';

/** Request of an input on one of the endpoint's routes. */
export function requestOf(
  endpoint: Endpoint,
  line: { method: string; path: string },
  given: Record<string, unknown>,
): { path: string; init: { method: string; body?: string } } {
  const rest = { ...given };
  const path = line.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (isBodied(endpoint))
    return { path: `/api${path}`, init: { method: line.method, body: JSON.stringify(rest) } };
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { path: `/api${path}?${query.toString()}`, init: { method: line.method } };
}

/** Headers of our pages. */
export const headersOf = (endpoint: Endpoint, actor: Actor): Record<string, string> => ({
  ...same,
  ...(isBodied(endpoint) ? { 'Content-Type': 'application/json' } : {}),
  ...(actor.id ? { Cookie: `sid=${tokenOf(actor.id)}` } : {}),
  ...(endpoint.offline ? { 'Idempotency-Key': randomUUID() } : {}),
});
