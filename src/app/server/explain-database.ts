/** Messages for PostgreSQL errors, by code, for operators. */
import { startupText } from '#text/en/program/startup.ts';

const LOST = ['57P01', '57P02', '57P03', '08006', '08003', 'ECONNRESET', 'EPIPE'];

type Sentence = (reason: string) => string;
const BY_CODE: Readonly<Record<string, Sentence>> = {
  '25006': () => startupText.databaseReadOnly,
  '28000': startupText.databaseNoLonger,
  '28P01': startupText.databaseNoLonger,
  '3D000': startupText.databaseNoLonger,
  '42501': (reason) =>
    reason.includes('create database')
      ? startupText.databaseMayNotCreate(reason)
      : startupText.databaseRights(reason),
  '53200': startupText.databaseMemory,
  '53300': startupText.databaseConnections,
  '53400': startupText.databaseConnections,
  '55000': startupText.databaseNotReady,
  '55P03': startupText.databaseBusy,
  '57014': startupText.databaseBusy,
};
/** PostgreSQL files that are unreadable, unwritable or damaged. */
const DAMAGED = /^(58|XX00[12])/;

/** The sentence, or undefined where the error is none of the database, or of a statement of ours. */
export function explainDatabase(error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  // The first line names the table or schema; what PostgreSQL adds may quote a row.
  const reason = error.message.split('\n')[0] ?? '';
  // Timeout acquiring a pooled connection.
  if (/timeout exceeded when trying to connect/.test(reason)) return startupText.databaseLost;
  if (LOST.includes(code) || reason.startsWith('Connection terminated')) return startupText.databaseLost;
  if (!('severity' in error)) return undefined;
  return BY_CODE[code]?.(reason) ?? (DAMAGED.test(code) ? startupText.databaseDamaged(reason) : undefined);
}
