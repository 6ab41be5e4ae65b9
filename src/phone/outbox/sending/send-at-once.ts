/**
 * Saves without storage: at an insecure origin, which has neither locks nor Web Crypto, or in a browser with an
 * unresponsive database. Online the entry is sent directly; offline the form explains why it cannot be saved.
 */
import { canonical } from '#kernel/contract/outbox/canonical.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import { ApiFailure, Unreachable } from '#kernel/client/calls/api-failure.ts';
import { call } from '#kernel/client/calls/api.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { isOnlineNow } from '#kernel/client/calls/online.ts';
import { markStale } from '#kernel/client/calls/queries/query.ts';
import { queueText } from '#text/en/queue.ts';
import { NotSaved } from '../save.ts';

interface Tried {
  key: string;
  input: object;
}
interface How {
  done?: string | undefined;
  failed?: string | undefined;
  /** The error when it cannot be sent either. */
  why?: NotSaved | undefined;
  key?: string | undefined;
}
/** Unanswered requests by content: a retry of the same content uses the same key, as the first may have arrived. */
const unanswered = new Map<string, Tried>();

const named = (endpoint: Endpoint, input: object): string =>
  `${endpoint.name} ${canonical({ ...input, occurredAt: undefined })}`;

export async function sendAtOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { done, failed, why, key = newUuid() }: How,
): Promise<{ state: 'sent'; id: string; row: WireRow<E> }> {
  if (!(await isOnlineNow())) throw why ?? new NotSaved(queueText.notSecure, undefined);
  const name = named(endpoint, input as object);
  const tried: Tried = unanswered.get(name) ?? { key, input: input as object };
  unanswered.set(name, tried);
  try {
    const row = await call(endpoint, tried.input as Input<E>, { key: tried.key });
    unanswered.delete(name);
    if (done) notice.success(done);
    markStale([endpoint.domain, ...endpoint.touches]);
    return { state: 'sent', id: tried.key, row: row as WireRow<E> };
  } catch (error) {
    if (error instanceof Unreachable) throw why ?? new NotSaved(queueText.notSecure, error);
    if (error instanceof ApiFailure && error.status < 500) unanswered.delete(name);
    // The form requires a confirmation instead.
    const isAsked = error instanceof ApiFailure && error.code === 'SAME_OUTCOME';
    if (failed && !isAsked) notice.warning(failed);
    throw error;
  }
}
