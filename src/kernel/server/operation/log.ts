import type { Logger as Pino } from 'pino';

/** Records contain endpoints and internal ids, never personal data; `app/server/operation/log.ts` writes them. */
export type Logger = Pino;
