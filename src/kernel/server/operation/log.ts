import type { Logger as Pino } from 'pino';

/** Lines name endpoints and ids of our own, never a person's data; `app/server/operation/log.ts` writes them. */
export type Logger = Pino;
