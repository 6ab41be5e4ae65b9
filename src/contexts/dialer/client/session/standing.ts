import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';

/** The agent's dialer state: status, call and line. */
export type Standing = WireRow<typeof dialer.status>;
