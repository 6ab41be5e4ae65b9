/** Data minimisation: removes personal identifiers from cached responses, except name, location and last digits. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { mostTimeline } from '#contexts/sync/contract/kept-rows.ts';

type Row = Record<string, unknown>;
/** Never on a phone, masked or not; the profile shows it as empty. */
const never = [
  'dob',
  'pan',
  'aadhar',
  'aadharNumber',
  'voterId',
  'drivingLicence',
  'drivingLicense',
  'passportNumber',
  'email',
  'fatherName',
  'motherName',
];

const without = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, never.includes(name) ? null : value]));

/** Endpoints with personal identifiers: cached in part. */
const identifying: ReadonlySet<Endpoint> = new Set<Endpoint>([loans.borrower, loans.participants]);

/** Document names contain personal identifiers. */
const papers: readonly unknown[] = ['document', 'letter'];

export function minimised(endpoint: Endpoint, reply: unknown): unknown {
  if (endpoint === loans.timeline)
    return (reply as Row[]).filter(({ kind }) => !papers.includes(kind)).slice(0, mostTimeline);
  if (!identifying.has(endpoint)) return reply;
  return Array.isArray(reply) ? (reply as Row[]).map(without) : without(reply as Row);
}
