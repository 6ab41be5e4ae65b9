import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { fileColumns, uploadFlags } from '#contract/file-kinds.ts';
import { files } from '#contract/files.ts';
import { may } from '#contract/kernel/access.ts';
import { Failure } from '#contract/kernel/failure.ts';
import type { ServerActor } from '#server/kernel/actor.ts';
import { csvLine } from '#server/kernel/csv-safe.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { eventLog } from '#server/kernel/event.ts';
import { type Route, type Streaming, implement } from '#server/kernel/implement.ts';
import type { ExportSource } from '#server/kernel/export.ts';
import type { Jobs } from '#server/kernel/jobs.ts';
import { type FileStore, KeyTaken, TooLarge } from '#server/providers/files/port.ts';
import { startExport } from './export-start.ts';
import { importJobNames } from './import-job.ts';
import type { Link, LinkSigner } from './links.ts';
import * as store from './store.ts';

const csv = 'text/csv';
const purpose = 'customer-file';
const mostBytes = files.put.maxBytes;
const upSeconds = 300;
const downSeconds = 120;

const expires = (now: Date, seconds: number): number => Math.floor(now.getTime() / 1000) + seconds;
const uploadLinkOf = (upload: store.Upload, exp: number): Link => ({ ...upload, method: 'PUT', exp });
const readLinkOf = (key: string, userId: number, exp: number): Link => ({
  method: 'GET',
  key,
  contentType: csv,
  maxBytes: 0,
  exp,
  userId,
  purpose: key.split('/')[0] ?? '',
});

export interface Deps {
  database: Database;
  jobs: Jobs;
  files: FileStore;
  links: LinkSigner;
  /** The lists that can be written as files. */
  exports: readonly ExportSource[];
}
const urlOf = ({ links }: Deps, path: string, link: Link): string =>
  `/api/file/${path}/${link.key}?${new URLSearchParams({ ...links.sign(link), exp: String(link.exp) }).toString()}`;

/** What the link was signed for is what must come: this type, this much, not packed. */
function checkBody({ contentType, maxBytes }: store.Upload, headers: IncomingHttpHeaders): void {
  if (headers['content-encoding'] !== undefined) throw new Failure('NOT_JSON');
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== contentType)
    throw new Failure('NOT_CSV');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new Failure('TOO_LARGE');
}

function refusalOf(error: unknown): unknown {
  if (error instanceof TooLarge) return new Failure('TOO_LARGE');
  if (error instanceof KeyTaken) return new Failure('LINK_EXPIRED');
  const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isGone ? new Failure('BAD_REQUEST') : error;
}

/** Streams the body into the store, then uses the link up; what came too late or too large leaves nothing behind. */
const receive =
  ({ database, files: disk }: Deps, upload: store.Upload, requestId: string): Streaming =>
  async ({ body, reply }) => {
    checkBody(upload, reply.request.headers);
    const bytes = await disk.put(upload.key, body, upload.maxBytes).catch((error: unknown) => {
      // The rest of the body is not read, so nothing else can come over this connection.
      void reply.header('Connection', 'close');
      throw refusalOf(error);
    });
    await database.transaction(async (tx) => {
      if (!(await store.storeUpload(tx, upload.key, bytes))) throw new Failure('LINK_EXPIRED');
      const events = eventLog(upload.userId, requestId);
      events.emit('files.stored', { facts: { purpose: upload.purpose, bytes }, to: [] });
      await events.flush(tx, []);
    });
    return reply.send({ statusCode: 200 });
  };

const fileHeaders = (name: string): Record<string, string> => ({
  'Content-Type': `${csv}; charset=utf-8`,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
});
const send =
  ({ files: disk }: Deps, key: string, name: string): Streaming =>
  async ({ reply }) =>
    reply.headers(fileHeaders(name)).send(await disk.get(key));

interface Told {
  fileKey: string;
  type: store.JobType;
  clientId: number;
  portfolioId: number;
}
/** What a job that reads a file must be told. */
function toldOf(asked: Partial<Omit<Told, 'type'>> & { type: store.JobType }): Told {
  const { type, fileKey, clientId, portfolioId } = asked;
  if (fileKey !== undefined && clientId !== undefined && portfolioId !== undefined)
    return { type, fileKey, clientId, portfolioId };
  const missing = Object.entries({ fileKey, clientId, portfolioId }).filter(
    ([, value]) => value === undefined,
  );
  throw new Failure(
    'INVALID_INPUT',
    {},
    missing.map(([path]) => ({ path, fault: 'required' as const })),
  );
}

async function checkJob(tx: Tx, actor: ServerActor, job: Told): Promise<string> {
  if (!may(actor, uploadFlags[job.type])) throw new Failure('FORBIDDEN');
  const upload = await store.uploadOf(tx, job.fileKey);
  if (upload?.userId !== actor.id || upload.purpose !== purpose) throw new Failure('NOT_FOUND');
  if (!upload.isStored) throw new Failure('FILE_MISSING');
  if (!(await store.isPortfolioOf(tx, job.portfolioId, job.clientId)))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'portfolioId', fault: 'invalid' }]);
  return importJobNames[job.type];
}

export const fileRoutes = (deps: Deps): Route[] =>
  implement(files, {
    async uploadLink({ key: fileName, fileType, type }, { tx, actor, now, emit }) {
      if (!/\.csv$/i.test(fileName) || (fileType ?? type ?? csv) !== csv) throw new Failure('NOT_CSV');
      // The name a person gave the file is for showing only; where it is kept is ours to say.
      const upload: store.Upload = {
        key: `${purpose}/${randomUUID()}`,
        userId: actor.id,
        purpose,
        fileName,
        contentType: csv,
        maxBytes: mostBytes,
        isStored: false,
      };
      const exp = expires(now, upSeconds);
      await store.addUpload(tx, upload, exp);
      emit('files.link-minted', { facts: { purpose, maxBytes: mostBytes }, to: [] });
      return { key: upload.key, url: urlOf(deps, 'upload', uploadLinkOf(upload, exp)) };
    },

    async put({ purpose: folder, name, kid, exp, sig }, { tx, guest, now, request }) {
      const upload = await store.uploadOf(tx, `${folder}/${name}`);
      const isSigned = upload && deps.links.isValid(uploadLinkOf(upload, exp), { kid, sig }, now);
      // Whoever is signed in as somebody else does not deliver in this person's name.
      const isForeign = guest !== null && guest.id !== upload?.userId;
      if (!upload || !isSigned || isForeign || upload.isStored) throw new Failure('LINK_EXPIRED');
      return receive(deps, upload, request.id);
    },

    async parse(asked, context) {
      const { tx, actor, emit } = context;
      if (asked.type === 'EXPORT') {
        const id = await startExport(deps, asked, context);
        return store.madeJob(tx, id);
      }
      const job = toldOf({ ...asked, type: asked.type });
      const reader = await checkJob(tx, actor, job);
      const { type, clientId, portfolioId } = job;
      const id = await store.addJob(tx, {
        key: job.fileKey,
        type,
        clientId,
        portfolioId,
        userId: actor.id,
        isNewRecords: asked.isNewRecords ?? false,
      });
      await deps.jobs.enqueue(tx, reader, { jobId: id });
      emit('files.job-added', { id, facts: { type, clientId, portfolioId }, to: [actor.id] });
      return store.madeJob(tx, id);
    },

    async sample({ type }) {
      const columns = fileColumns[type];
      const lines = [columns.map(({ header }) => header), columns.map(({ example }) => example)];
      return ({ reply }) =>
        Promise.resolve(
          reply
            .headers(fileHeaders(`sample-${type.toLowerCase().replaceAll('_', '-')}.csv`))
            .send(lines.map(csvLine).join('')),
        );
    },

    async readLink({ key }, { tx, actor, now, emit }) {
      const own = await store.uploadOf(tx, key);
      const isOwn = own?.userId === actor.id && own.isStored;
      if (!isOwn && !(await store.isFileOfJob(tx, actor, key))) throw new Failure('NOT_FOUND');
      const link = readLinkOf(key, actor.id, expires(now, downSeconds));
      emit('files.read', { facts: { purpose: link.purpose }, to: [] });
      return { url: urlOf(deps, 'content', link) };
    },

    async get({ purpose: folder, name, kid, exp, sig }, { tx, actor, now }) {
      const key = `${folder}/${name}`;
      const isSigned = deps.links.isValid(readLinkOf(key, actor.id, exp), { kid, sig }, now);
      if (!isSigned || !(await deps.files.has(key))) throw new Failure('LINK_EXPIRED');
      return send(deps, key, (await store.exportName(tx, key)) ?? `${folder}.csv`);
    },

    jobs: (asked, { tx, actor }) => store.pageOfJobs(tx, actor, asked),

    async job({ id }, { tx, actor }) {
      const found = /^\d+$/.test(id) ? await store.jobById(tx, actor, Number(id)) : undefined;
      if (!found) throw new Failure('NOT_FOUND');
      return found;
    },
  });
