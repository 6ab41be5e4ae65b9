/** Failures of an endpoint: the kernel's, and specific ones. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { type FailureCode, failureStatus } from '#kernel/contract/failure.ts';

/** What the kernel answers for any endpoint of its kind. */
function ofItsKind({ method, answer, can, offline, writes, path, isReport }: Endpoint): FailureCode[] {
  const hasBody = method !== 'GET' && method !== 'DELETE' && answer !== 'stream';
  return [
    'BAD_REQUEST',
    'INVALID_INPUT',
    'BROKEN',
    'BUSY',
    ...(isReport ? (['COUNTING'] as const) : []),
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(hasBody ? (['BAD_JSON', 'NOT_JSON', 'TOO_LARGE'] as const) : []),
    ...(can === 'public' ? [] : (['NOT_SIGNED_IN', 'FORBIDDEN'] as const)),
    ...(writes ? (['FOREIGN_ORIGIN'] as const) : []),
    ...(offline ? (['ACTOR_MISMATCH', 'KEY_REUSED', 'IN_PROGRESS'] as const) : []),
    ...(offline === true ? (['KEY_MISSING'] as const) : []),
  ];
}

type Refusals = [status: string, codes: FailureCode[]];
const grouped = (codes: readonly FailureCode[]): Refusals[] => [
  ...Map.groupBy([...new Set(codes)].sort(), (code) => String(failureStatus[code])),
];

/** Common failures of its kind are under `default`; specific ones under their status, with the kernel's. */
export function refusalsOf(endpoint: Endpoint): Refusals[] {
  const kind = ofItsKind(endpoint);
  const own = new Set(endpoint.errors.map((code) => failureStatus[code]));
  return [
    ...grouped([...endpoint.errors, ...kind].filter((code) => own.has(failureStatus[code]))),
    ['default', [...new Set(kind)].sort()],
  ];
}
