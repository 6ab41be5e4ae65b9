/** The network as the outbox sees it. Only an answer that is certainly ours counts as one. */
import type { FailureBody } from '#contract/kernel/failure.ts';
import { isServerThere } from '../kernel/ping.ts';
import { ownHeaders, requestOf } from '../kernel/request.ts';
import { commandNamed } from './commands.ts';
import type { Answer, Delivery, Net } from './ports.ts';

const patience = 20_000;

type Body = Partial<FailureBody> & { row?: unknown };

async function bodyOf(response: Response): Promise<Body | undefined> {
  try {
    const body: unknown = await response.json();
    const isOurs = typeof body === 'object' && body !== null && 'statusCode' in body;
    return isOurs && body.statusCode === response.status ? (body as Body) : undefined;
  } catch {
    // A page instead of data: a portal, or a proxy in front of a server that is down.
    return undefined;
  }
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** What an HTTP answer means to the outbox. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const body = await bodyOf(response);
  const isLoad = status === 429 || status === 503;
  if (!body && !isLoad) return { kind: 'none' };
  return {
    kind: 'ours',
    status,
    code: body?.code,
    facts: body?.facts,
    words: body?.message,
    fields: body?.fields,
    row: body?.row,
    retryAfter: retryAfter(response),
    isReplay: response.headers.get('Idempotency-Replayed') !== null,
  };
}

async function send({ key, authorId, item }: Delivery): Promise<Answer> {
  const endpoint = commandNamed(item.cmd);
  // Written by a newer version than this one: it knows how to send it.
  if (!endpoint) return { kind: 'ours', status: 426 };
  const { url, body } = requestOf(endpoint, item.input);
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      body,
      headers: {
        ...ownHeaders,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        'Idempotency-Key': key,
        'X-Actor-Id': String(authorId),
        'X-Device-Id': item.deviceId,
        'X-Client-Seq': String(item.seq),
      },
    });
    return await answerOf(response);
  } catch {
    // No network, no server, no patience: nobody knows whether it arrived, and the key makes that harmless.
    return { kind: 'none' };
  }
}

export const fetchNet: Net = { send, probe: isServerThere };
