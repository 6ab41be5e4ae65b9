import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type JobType, fileColumns, uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import type { SendOptions } from '#contexts/files/contract/file-sends.ts';
import { files } from '#contexts/files/contract/files.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import type { FileReader } from './reader.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Sender } from '#kernel/contract/events/sender.ts';
import { type Route, type Streaming, implement } from '#kernel/server/http/implement.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { ImportKind } from './import/import-kinds.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { type FileStore, KeyTaken, TooLarge } from '#kernel/server/providers/files/port.ts';
import { WrongContent, checkedContent } from './import/content-check.ts';
import { startExport } from './export/export-start.ts';
import { importJobNames } from './import/import-job.ts';
import type { SignedLink, LinkSigner } from './links.ts';
import { csv, jobPurpose, purposeOf, refusalFor } from './purposes.ts';
import { keepMapping, mappingOf } from './import/mappings.ts';
import { fileHeaders, send, typeOfExport } from './serve-file.ts';
import * as store from './store.ts';
import { jobToChange, jobToMend } from './job-to-change.ts';
import { fixColumn, previewColumn } from './mend/fix-column.ts';
import { openQuestions } from './questions/answer.ts';
import { questionHandlers } from './questions/handlers.ts';
import { mendRows, rowsToMend } from './mend/mend.ts';
import { type FileToRead, fileToRead } from './import/file-to-read.ts';
import { undoJobName } from './undo/undo-job.ts';
import { checkUndoable, tellUndo } from './undo/undo-check.ts';
import { judgeUndo } from './undo/undo.ts';

const upSeconds = 300;
const downSeconds = 120;

const expires = (now: Date, seconds: number): number => Math.floor(now.getTime() / 1000) + seconds;
const uploadLinkOf = (upload: store.Upload, exp: number): SignedLink => ({ ...upload, method: 'PUT', exp });
const readLinkOf = (key: string, userId: number, exp: number, contentType = csv): SignedLink => ({
  method: 'GET',
  key,
  contentType,
  maxBytes: 0,
  exp,
  userId,
  purpose: key.split('/')[0] ?? '',
});

interface Deps {
  database: Database;
  jobs: Jobs;
  files: FileStore;
  links: LinkSigner;
  safe: Safe;
  kinds: readonly ImportKind[];
  /** The lists that can be written as files. */
  exports: readonly ExportSource[];
  /** The templates a file of messages is sent with, as they are now. */
  sendsOf: (tx: Tx, asked: SendOptions) => Promise<object | undefined>;
  /** Access to files of other contexts. */
  readers: readonly FileReader[];
}
const urlOf = ({ links }: Deps, path: string, link: SignedLink): string =>
  `/api/file/${path}/${link.key}?${new URLSearchParams({ ...links.sign(link), exp: String(link.exp) }).toString()}`;

/** What the link was signed for is what must come: this type, this much, not packed. */
function checkBody({ contentType, maxBytes, purpose }: store.Upload, headers: IncomingHttpHeaders): void {
  if (headers['content-encoding'] !== undefined) throw new Failure('NOT_JSON');
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== contentType)
    throw new Failure(refusalFor(purpose));
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new Failure('TOO_LARGE');
}

function refusalOf(error: unknown): unknown {
  if (error instanceof WrongContent) return new Failure('WRONG_FILE_TYPE');
  if (error instanceof TooLarge) return new Failure('TOO_LARGE');
  if (error instanceof KeyTaken) return new Failure('LINK_EXPIRED');
  const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isGone ? new Failure('BAD_REQUEST') : error;
}

/** Streams the body into the store, then invalidates the link; late or oversized uploads leave nothing. */
const receive =
  ({ database, files: disk }: Deps, upload: store.Upload, sender: Sender): Streaming =>
  async ({ body, reply }) => {
    checkBody(upload, reply.request.headers);
    const checked = checkedContent(body, upload.contentType);
    const bytes = await disk.put(upload.key, checked, upload.maxBytes).catch((error: unknown) => {
      // The remaining body is unread, so this connection cannot be reused.
      void reply.header('Connection', 'close');
      throw refusalOf(error);
    });
    await database.transaction(async (tx) => {
      if (!(await store.storeUpload(tx, upload.key, bytes))) throw new Failure('LINK_EXPIRED');
      const events = eventLog(upload.userId, sender);
      events.emit('files.stored', { facts: { purpose: upload.purpose, bytes }, to: [] });
      await events.flush(tx, []);
    });
    return reply.send({ statusCode: 200 });
  };

async function checkJob(tx: Tx, actor: ServerActor, job: FileToRead): Promise<string> {
  if (!may(actor, uploadFlags[job.type])) throw new Failure('FORBIDDEN');
  const upload = await store.uploadOf(tx, job.fileKey);
  if (upload?.userId !== actor.id || upload.purpose !== jobPurpose) throw new Failure('NOT_FOUND');
  if (!upload.isStored) throw new Failure('FILE_MISSING');
  if (!(await store.isPortfolioOf(tx, job.portfolioId, job.clientId)))
    throw new Failure('INVALID_INPUT', {}, [{ path: 'portfolioId', fault: 'invalid' }]);
  return importJobNames[job.type];
}

function kindOf({ kinds }: Deps, type: JobType): ImportKind {
  const kind = kinds.find((one) => one.type === type);
  if (!kind) throw new Failure('NOT_FOUND');
  return kind;
}

export const fileRoutes = (deps: Deps): Route[] =>
  implement(files, {
    async uploadLink({ key: fileName, fileType, type }, { tx, actor, now, emit }) {
      const purpose = purposeOf(type);
      const contentType = purpose.typeOf(fileName, fileType ?? (type === purpose.name ? undefined : type));
      if (!may(actor, purpose.can)) throw new Failure('FORBIDDEN');
      if (!contentType) throw new Failure(purpose.refusal);
      // The user's file name is for display only; we determine the storage key.
      const upload: store.Upload = {
        key: `${purpose.name}/${randomUUID()}`,
        userId: actor.id,
        purpose: purpose.name,
        fileName,
        contentType,
        maxBytes: purpose.maxBytes,
        isStored: false,
      };
      const exp = expires(now, upSeconds);
      await store.addUpload(tx, upload, exp);
      emit('files.link-minted', { facts: { purpose: upload.purpose, maxBytes: upload.maxBytes }, to: [] });
      return { key: upload.key, url: urlOf(deps, 'upload', uploadLinkOf(upload, exp)) };
    },

    async put({ purpose: folder, name, kid, exp, sig }, { tx, guest, now, request }) {
      const upload = await store.uploadOf(tx, `${folder}/${name}`);
      const isSigned = upload && deps.links.isValid(uploadLinkOf(upload, exp), { kid, sig }, now);
      // A file uploaded by another user is not processed in this user's name.
      const isForeign = guest !== null && guest.id !== upload?.userId;
      if (!upload || !isSigned || isForeign || upload.isStored) throw new Failure('LINK_EXPIRED');
      return receive(deps, upload, request);
    },

    async parse(asked, context) {
      const { tx, actor, emit } = context;
      if (asked.type === 'EXPORT') {
        const id = await startExport(deps, asked, context);
        return store.madeJob(tx, id);
      }
      const job = fileToRead({ ...asked, type: asked.type });
      const reader = await checkJob(tx, actor, job);
      const { type, clientId, portfolioId } = job;
      const id = await store.addJob(tx, {
        key: job.fileKey,
        type,
        clientId,
        portfolioId,
        userId: actor.id,
        isNewRecords: asked.isNewRecords ?? false,
        isDryRun: asked.isDryRun ?? false,
        hasNoAmounts: type === 'CUSTOMER_FILE' && (asked.hasNoAmounts ?? false),
        toldAmount: type === 'PAYMENT_FILE' ? asked.toldAmount : undefined,
        mapping: asked.mapping,
        sends: type === 'IMPORT_MESSAGE_FILE' ? await deps.sendsOf(tx, asked) : undefined,
      });
      if (asked.mapping) await keepMapping(tx, clientId, type, { mapping: asked.mapping, userId: actor.id });
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
            .send(byteOrderMark + lines.map(csvLine).join('')),
        );
    },

    async readLink({ key }, { tx, actor, now, emit }) {
      const upload = await store.uploadOf(tx, key);
      const reader = deps.readers.find(({ purpose }) => purpose === upload?.purpose);
      const row = reader && may(actor, reader.can) ? await reader.find(tx, actor, key) : undefined;
      const isOwn = !reader && upload?.userId === actor.id && upload.isStored;
      if (!row && !isOwn && !(await store.isFileOfJob(tx, actor, key))) throw new Failure('NOT_FOUND');
      const type = upload?.contentType ?? typeOfExport(await store.exportName(tx, key));
      const link = readLinkOf(key, actor.id, expires(now, downSeconds), type);
      emit('files.read', { id: row?.id, facts: { purpose: link.purpose }, to: [] });
      return { url: urlOf(deps, 'content', link) };
    },

    async get({ purpose: folder, name, kid, exp, sig }, { tx, actor, now }) {
      const key = `${folder}/${name}`;
      const upload = await store.uploadOf(tx, key);
      const exported = upload ? undefined : await store.exportName(tx, key);
      const link = readLinkOf(key, actor.id, exp, upload?.contentType ?? typeOfExport(exported));
      const isSigned = deps.links.isValid(link, { kid, sig }, now);
      // After its retention no record refers to the file.
      const isDue = upload?.isStored ?? exported !== undefined;
      if (!isSigned || !(isDue || (await deps.files.has(key)))) throw new Failure('LINK_EXPIRED');
      const type = link.contentType;
      const called = type === csv ? (exported ?? `${folder}.csv`) : (exported ?? upload?.fileName);
      return send(deps, key, { name: called ?? folder, type });
    },

    mapping: async ({ clientId, type }, { tx }) => (await mappingOf(tx, clientId, type)) ?? null,

    async apply({ id, missing, amount }, { tx, actor, emit }) {
      const job = await jobToChange(tx, actor, id);
      if (!job.isDryRun || job.status !== 'completed') throw new Failure('IMPORT_NOT_READY');
      const { missingToConfirm: count, amountToConfirm: found } = job;
      if (count !== null && missing !== count) throw new Failure('MISSING_NOT_CONFIRMED', { count });
      if (found !== null && amount !== found) throw new Failure('AMOUNT_NOT_CONFIRMED');
      const open = await openQuestions(tx, job.id);
      if (open > 0) throw new Failure('LOANS_NOT_ANSWERED', { count: open });
      await store.applyJob(tx, job.id, { missing: count, amount: found });
      await deps.jobs.enqueue(tx, importJobNames[job.type], { jobId: job.id });
      const facts = {
        type: job.type,
        ...(count !== null && { missing: count }),
        ...(found !== null && { amount: found }),
      };
      emit('files.applied', { id: job.id, facts, to: [actor.id] });
      return store.madeJob(tx, job.id);
    },

    undoCheck: async ({ id }, { tx, actor }) =>
      tellUndo({ tx, database: deps.database }, await jobToMend(tx, actor, id)),

    async undo({ id, stays = 0 }, { tx, actor, emit }) {
      const job = await jobToChange(tx, actor, id);
      checkUndoable(job);
      const judged = await judgeUndo(tx, job.id, stays);
      if (judged.refusal) throw new Failure(judged.refusal.code, judged.refusal.facts);
      await store.markUndoing(tx, job.id);
      await deps.jobs.enqueue(tx, undoJobName, { jobId: job.id, stays });
      emit('files.undo-asked', { id: job.id, facts: { type: job.type }, to: [actor.id] });
      return store.madeJob(tx, job.id);
    },

    async rows({ id }, { tx, actor }) {
      const job = await jobToMend(tx, actor, id);
      return rowsToMend(tx, deps.safe, kindOf(deps, job.type), job);
    },

    async previewColumn({ id, ...asked }, { tx, actor, now }) {
      const job = await jobToMend(tx, actor, id);
      return previewColumn(tx, { ...deps, kind: kindOf(deps, job.type), actor, now }, job, asked);
    },

    async fixColumn({ id, ...asked }, { tx, actor, emit, now }) {
      const job = await jobToChange(tx, actor, id);
      const kind = kindOf(deps, job.type);
      const done = await fixColumn(tx, { ...deps, kind, actor, now }, job, asked);
      await deps.jobs.enqueue(tx, importJobNames[job.type], { jobId: job.id });
      const facts = { type: job.type, column: asked.key, reading: asked.reading, rows: done.fits };
      emit('files.column-corrected', { id: job.id, facts, to: [actor.id] });
      return done;
    },

    async mend({ id, rows: asked }, { tx, actor, emit, now }) {
      const job = await jobToChange(tx, actor, id);
      const kind = kindOf(deps, job.type);
      const done = await mendRows(tx, { safe: deps.safe, kind, actor, job, asked, now });
      if (done.isAgain) await deps.jobs.enqueue(tx, importJobNames[job.type], { jobId: job.id });
      const rows = done.corrections.map(({ n }) => n);
      const columns = [...new Set(done.corrections.map(({ key }) => key))];
      emit('files.rows-mended', { id: job.id, facts: { type: job.type, rows, columns }, to: [actor.id] });
      return { rows: done.rows };
    },

    ...questionHandlers(deps),

    jobs: (asked, { tx, actor }) => store.pageOfJobs(tx, actor, asked),

    async job({ id }, { tx, actor }) {
      const found = /^\d+$/.test(id) ? await store.jobById(tx, actor, Number(id)) : undefined;
      if (!found) throw new Failure('NOT_FOUND');
      return found;
    },
  });
