import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';

/** Where an agent stands with the dialer: status, call and line. */
export type Standing = WireRow<typeof dialer.status>;
