/** Converts an error into a response: a failure with its message, or a server error with a request id. */
import type { FastifyError } from 'fastify';
import type { DatabaseError } from 'pg';
import {
  Failure,
  type FailureBody,
  type FailureCode,
  type FieldIssue,
  failureStatus,
} from '#kernel/contract/failure.ts';
import { failuresText } from '#text/en/failures.ts';
import { sqlState } from '../database/database.ts';

const ofFastify: Record<string, FailureCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'NOT_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND', // no key is that long
};
const ofDatabase: Record<string, FailureCode> = {
  '23503': 'INVALID_INPUT',
  '22P05': 'INVALID_INPUT', // a NUL character cannot be stored
  '22021': 'INVALID_INPUT',
  '22003': 'INVALID_INPUT', // a number exceeding its column
  '22007': 'INVALID_INPUT',
  '22008': 'INVALID_INPUT', // a day that is in no calendar
  RC001: 'HIERARCHY_CYCLE',
  '40P01': 'BUSY',
  '55P03': 'BUSY',
  '57014': 'BUSY',
  '57P01': 'BUSY',
  '57P03': 'BUSY',
  '53300': 'BUSY',
};
const lostConnection =
  /Connection terminated|not queryable|ECONNREFUSED|ENOENT|ECONNRESET|timeout exceeded when trying to connect/;

/** The field of a unique violation, read from `Key (lower(extension_number))=(…)`; never its value. */
function takenIn(error: unknown): FieldIssue[] {
  const key = /^Key \((.*)\)=\(/.exec((error as DatabaseError).detail ?? '')?.[1] ?? '';
  const column = /([a-z_]+)(::text)?\)*$/.exec(key)?.[1];
  const path = column?.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return path ? [{ path, fault: 'taken' }] : [];
}

/** The failure of an error; null for a bug. */
export function failureFrom(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const state = sqlState(error);
  // Two concurrent entries with one key.
  if (state === '23505' && (error as DatabaseError).constraint?.endsWith('_client_uuid_key'))
    return new Failure('KEY_REUSED');
  if (state === '23505') return new Failure('TAKEN', {}, takenIn(error));
  // A lone surrogate inside JSON; any other 22P02 is a fault of ours.
  if (state === '22P02' && (error as DatabaseError).message.endsWith('type json'))
    return new Failure('INVALID_INPUT');
  if (state) return ofDatabase[state] ? new Failure(ofDatabase[state]) : null;
  if (!(error instanceof Error)) return null;
  const code = (error as FastifyError).code;
  if (code && ofFastify[code]) return new Failure(ofFastify[code]);
  if (error instanceof SyntaxError && (error as FastifyError).statusCode === 400)
    return new Failure('BAD_JSON');
  if (lostConnection.test(error.message)) return new Failure('BUSY');
  return null;
}

export function bodyOf(failure: Failure, requestId: string): FailureBody {
  const { code, facts, fields } = failure;
  return {
    statusCode: failureStatus[code],
    code,
    message: failuresText[code](facts),
    facts,
    ...(fields.length ? { fields } : {}),
    requestId,
  };
}
