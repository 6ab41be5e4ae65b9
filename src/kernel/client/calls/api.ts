import '../app/zod-setup.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import type { FailureBody } from '#kernel/contract/failure.ts';
import { ApiFailure, Unreachable, learnRefusals } from './api-failure.ts';
import { type Absence, absenceFor, absenceIn } from './ours.ts';
import { takePageAnswer } from './queries/page-answers.ts';
import { ownHeaders, requestOf } from './request.ts';
import { hearTime } from './server-clock.ts';

/** What a call resolves to, by how the endpoint wraps its answer. */
export type Reply<E extends Endpoint> = E['answer'] extends 'row'
  ? WireRow<E>
  : E['answer'] extends 'rows'
    ? WireRow<E>[]
    : E['answer'] extends 'list'
      ? { rows: WireRow<E>[]; count: number; isMore?: true; summary?: unknown }
      : E['answer'] extends 'stream'
        ? Response
        : undefined;

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent as Idempotency-Key: the same key never has two effects. */
  key?: string;
  /** Recomputes a report instead of using the server's cache. */
  isAnew?: boolean;
}

/** Hooks of the client into every call. */
interface Listeners {
  /** A 401 that is not a wrong password. */
  signedOut: () => void;
  reached: () => void;
  unreached: (why: Absence) => void;
}
const listeners: Partial<Listeners> = {};
export const listenToCalls = (to: Partial<Listeners>): void => void Object.assign(listeners, to);

async function send(endpoint: Endpoint, input: object, options: CallOptions): Promise<Response> {
  const { url, body } = requestOf(endpoint, input);
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await fetch(url, {
      method: endpoint.method,
      credentials: 'same-origin',
      redirect: 'manual',
      signal: options.signal,
      body,
      headers: {
        ...ownHeaders,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(options.key && { 'Idempotency-Key': options.key }),
        ...(options.isAnew && { 'Cache-Control': 'no-cache' }),
      },
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw unreachable(absenceFor(cause), cause);
  }
  const absence = absenceIn(response);
  if (absence) throw unreachable(absence, response.status);
  hearTime(response, sentAt);
  listeners.reached?.();
  return response;
}

function unreachable(absence: Absence, cause: unknown): Unreachable {
  listeners.unreached?.(absence);
  return new Unreachable(cause);
}

async function refusalOf(response: Response): Promise<ApiFailure> {
  const [read] = await Promise.all([response.json().catch(() => ({})), learnRefusals()]);
  const body = read as Partial<FailureBody>;
  const failure = new ApiFailure(response.status, body);
  if (failure.status === 401 && failure.code !== 'WRONG_PASSWORD') listeners.signedOut?.();
  return failure;
}

/** Returns the response; throws ApiFailure for a failure and Unreachable without a response from our server. */
export async function ask<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Response> {
  const response = await send(endpoint, input as object, options);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** Response inlined into the page; usable once. */
export function takeBrought<E extends Endpoint>(endpoint: E, input: Input<E>): Reply<E> | undefined {
  if (endpoint.method !== 'GET') return undefined;
  const body = takePageAnswer(requestOf(endpoint, input as object).url);
  return body === undefined ? undefined : replyOf(endpoint, body as Body);
}

/** Calls an endpoint and reads its answer. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  return (await callAged(endpoint, input, options)).reply;
}

/** The same, with how many milliseconds ago it was true: a report may come from a replica. */
export async function callAged<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<{ reply: Reply<E>; age?: number }> {
  const brought = takeBrought(endpoint, input);
  if (brought !== undefined) return { reply: brought };
  const response = await ask(endpoint, input, options);
  if (endpoint.answer === 'stream') return { reply: response as Reply<E> };
  const seconds = Number(response.headers.get('Age') ?? 0);
  return {
    reply: replyOf(endpoint, (await response.json()) as Body),
    ...(seconds > 0 && { age: seconds * 1000 }),
  };
}

interface Body {
  row?: unknown;
  rows?: unknown;
  count?: number;
  isMore?: true;
  summary?: unknown;
}

function replyOf<E extends Endpoint>(endpoint: E, body: Body): Reply<E> {
  if (endpoint.answer === 'row') return body.row as Reply<E>;
  if (endpoint.answer === 'rows') return body.rows as Reply<E>;
  if (endpoint.answer === 'none') return undefined as Reply<E>;
  const { rows, count, isMore, summary } = body;
  return { rows, count, isMore, summary } as Reply<E>;
}
