/** Network port of the outbox. Only a response that is certainly ours is accepted. */
import { canonical, digestOf } from '#kernel/contract/outbox/canonical.ts';
import type { FailureBody, FieldIssue } from '#kernel/contract/failure.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { type SyncAnswer, mostBytes, mostItems } from '#kernel/contract/outbox/sync-rows.ts';
import { sync } from '#contexts/sync/contract/sync.ts';
import { absenceIn } from '#kernel/client/calls/ours.ts';
import { isServerThere } from '#kernel/client/calls/ping.ts';
import { ownHeaders, requestOf } from '#kernel/client/calls/request.ts';
import { hearTime } from '#kernel/client/calls/server-clock.ts';
import type { Keeper } from '#kernel/offline/vault/keeper.ts';
import type { OutboxItem } from '#kernel/offline/outbox/item.ts';
import type { Answer, Delivery, Net, Reply } from '#kernel/offline/outbox/ports.ts';

const patience = 20_000;
/** Headers and the envelope use part of the server's body limit. */
const frame = 64 * 1024;
const thriftyItems = 25;

type WireItem = Input<typeof sync.batch>['items'][number];
type Body = Partial<FailureBody> & { row?: unknown };

async function bodyOf(response: Response): Promise<Body | undefined> {
  try {
    const body: unknown = await response.json();
    const isOurs = typeof body === 'object' && body !== null && 'statusCode' in body;
    return isOurs && body.statusCode === response.status ? (body as Body) : undefined;
  } catch {
    // Cut on its way.
    return undefined;
  }
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/** The endpoint itself is unavailable, as on an older server: no verdict on any entry. */
const closed: ReadonlySet<number> = new Set([403, 404, 405]);

const answerFrom = ({ status, words, fields, ...rest }: SyncAnswer): Answer => ({
  ...rest,
  kind: 'ours',
  status,
  words,
  fields: fields as FieldIssue[] | undefined,
});

/** Meaning of an HTTP response for the sent entries. */
export async function replyOf(response: Response): Promise<Reply> {
  const { status } = response;
  if (absenceIn(response)) return { all: { kind: 'none' } };
  const body = await bodyOf(response);
  const isLoad = status === 429 || status === 503;
  if ((!body && !isLoad) || closed.has(status)) return { all: { kind: 'none' } };
  const { answers, epoch } = (body?.row ?? {}) as Partial<WireRow<typeof sync.batch>>;
  if (response.ok)
    return Array.isArray(answers)
      ? { each: new Map(answers.map((answer) => [answer.key, answerFrom(answer)])), ...(epoch && { epoch }) }
      : { all: { kind: 'none' } };
  const { code, facts, message: words, fields } = body ?? {};
  return { all: { kind: 'ours', status, code, facts, words, fields, retryAfter: retryAfter(response) } };
}

const momentOf = ({ occurredAt }: OutboxItem): WireItem['occurredAt'] => {
  if (typeof occurredAt === 'string')
    return { wall: occurredAt, skewMs: null, skewAgeMs: null, monoOk: true };
  const { wall, skewMs, skewAgeMs, monoOk } = occurredAt;
  return { wall, skewMs, skewAgeMs, monoOk };
};

/** Wire format of an entry; undefined when its content is unreadable. */
export async function wireOf(
  item: OutboxItem,
  keeper: Keeper,
  as: { key: string; authorId: number } = { key: item.id, authorId: item.actorId },
): Promise<WireItem | undefined> {
  const { sealed, cmd, cmdV, seq, lane, base } = item;
  const input = sealed ? undefined : (await keeper.read(item))?.input;
  if (!sealed && !input) return undefined;
  const bodyHash = item.bodyHash ?? (await digestOf(canonical(input)));
  const occurredAt = momentOf(item);
  const head = { key: as.key, cmd, cmdV, seq, lane, actorId: as.authorId, occurredAt, bodyHash };
  return { ...head, ...(base && { base }), ...(sealed ? { sealed } : { input: { ...input } }) };
}

type Database = Parameters<Net['send']>[1];

async function post(deviceId: string, items: WireItem[], { epoch, agency }: Database): Promise<Reply> {
  const sentAt = Date.now();
  const sent = {
    deviceId,
    sentAt: new Date(sentAt).toISOString(),
    items,
    ...(epoch && { epoch }),
    ...(agency && { agency }),
  };
  const { url, body } = requestOf(sync.batch, sent);
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      body,
      headers: { ...ownHeaders, 'Content-Type': 'application/json' },
    });
    hearTime(response, sentAt);
    const reply = await replyOf(response);
    return agency && knowsNoAgencies(reply)
      ? await post(deviceId, items, { epoch, agency: undefined })
      : reply;
  } catch {
    // No network, no server or a time-out: the delivery is uncertain, and repeating it is safe by its keys.
    return { all: { kind: 'none' } };
  }
}

/** A server of a previous version, next to newer ones, rejects unknown fields. */
const knowsNoAgencies = (reply: Reply): boolean =>
  'all' in reply &&
  reply.all.kind === 'ours' &&
  reply.all.code === 'INVALID_INPUT' &&
  (reply.all.fields?.some(({ path }) => path === 'agency') ?? false);

const unreadable: Answer = { kind: 'ours', status: 422, code: 'SEAL_BROKEN' };

async function send(batch: readonly Delivery[], database: Database, keeper: Keeper): Promise<Reply> {
  const wired = await Promise.all(
    batch.map((one) => wireOf(one.item, keeper, { key: one.key, authorId: one.authorId })),
  ).catch(reportError);
  // The disk did not respond: no verdict on the entries.
  if (!wired) return { all: { kind: 'none' } };
  const items = wired.filter((item) => item !== undefined);
  const [first] = batch;
  const lost = batch.filter((_, i) => !wired[i]).map(({ key }) => [key, unreadable] as const);
  if (items.length === 0 || !first) return { each: new Map(lost) };
  const reply = await post(first.item.deviceId, items, database);
  return 'each' in reply && lost.length > 0 ? { ...reply, each: new Map([...reply.each, ...lost]) } : reply;
}

interface Thrifty {
  connection?: { saveData?: boolean; effectiveType?: string };
}
/** Small batches on a slow network, so that one succeeds before the timeout. */
export function room(): { items: number; bytes: number } {
  const { connection } = navigator as Thrifty;
  const isThin = connection?.saveData || connection?.effectiveType?.includes('2g');
  return { items: isThin ? thriftyItems : mostItems, bytes: mostBytes - frame };
}

export const fetchNet = (keeper: Keeper): Net => ({
  send: (batch, database) => send(batch, database, keeper),
  probe: isServerThere,
});
