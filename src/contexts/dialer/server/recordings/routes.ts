/** Recordings of calls: search, and download from our file store, or from the provider until they are fetched. */
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleCalls } from '../calls/visible.ts';
import { oneRecording, recordingPage } from './list.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, type Streaming, implement } from '#kernel/server/http/implement.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { Recording, TelephonyProvider } from '../telephony/port.ts';

export interface RecordingDeps {
  provider: Pick<TelephonyProvider, 'fetchRecording'>;
  files: FileStore;
  database: Database;
}
interface Found {
  id: number;
  referenceId: string;
  seconds: number;
  storageKey: string | null;
  contentType: string;
}

/** Sends the recording of a call; the caller has checked access. */
export const sendRecording = async (
  deps: RecordingDeps,
  { tx }: { tx: Tx },
  referenceId: string,
): Promise<Streaming> => send(deps, await foundBy(tx, sql`k.reference_id = ${referenceId}`), false);

const find = (tx: Tx, actor: ServerActor, key: string): Promise<Found> =>
  foundBy(
    tx,
    sql`${/^\d+$/.test(key) ? sql`k.id = ${Number(key)}` : sql`k.reference_id = ${key}`}
      and ${visibleCalls(actor, sql`k.user_id`, sql`l.assignee_id`)}`,
  );

async function foundBy(tx: Tx, which: Fragment): Promise<Found> {
  const found = await tx.one<Found>(sql`
    select k.id, k.reference_id as "referenceId", coalesce(r.duration_s, 1) as seconds, r.storage_key as "storageKey",
      r.content_type as "contentType"
    from call_attempts k join recordings r on r.attempt_id = k.id left join loans l on l.id = k.loan_id
    where ${which} and r.state in ('at_provider', 'stored')`);
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

const send =
  ({ provider, files, database }: RecordingDeps, found: Found, isFile: boolean): Streaming =>
  async ({ reply }) => {
    const { referenceId, seconds, storageKey } = found;
    if (isFile) void reply.header('Content-Disposition', `attachment; filename="call-${referenceId}.wav"`);
    if (storageKey !== null) return reply.type(found.contentType).send(await files.get(storageKey));
    const fetched = await provider.fetchRecording(referenceId, seconds).catch((error: unknown) => error);
    // It may have been stored meanwhile, and parts of it deleted from the exchange.
    const stored = await database.one<{ key: string | null; contentType: string }>(sql`
      select storage_key as key, content_type as "contentType" from recordings where attempt_id = ${found.id}`);
    if (stored?.key) return reply.type(stored.contentType).send(await files.get(stored.key));
    if (!stored) throw new Failure('NOT_FOUND');
    if (fetched instanceof Error) throw fetched;
    const { bytes, contentType } = fetched as Recording;
    return reply.type(contentType).send(bytes);
  };

/** Playback is recorded in the audit log. */
async function heard(
  deps: RecordingDeps,
  context: Context,
  key: string,
  isFile: boolean,
): Promise<Streaming> {
  const { tx, actor, emit } = context;
  const found = await find(tx, actor, key);
  emit('recordings.heard', { id: found.id, facts: { callRefNo: found.referenceId, isFile }, to: [] });
  return send(deps, found, isFile);
}

export const recordingRoutes = (deps: RecordingDeps): Route[] =>
  implement(recordings, {
    list: (query, { tx, actor }) => recordingPage(tx, actor, query),
    one: ({ id }, { tx, actor }) => oneRecording(tx, actor, id),
    play: ({ referenceId }, context) => heard(deps, context, referenceId, false),
    download: ({ id }, context) => heard(deps, context, id, true),
  });
