/** Sends files in as a person does: link, delivery, job, and what became of it. */
import { vi } from 'vitest';
import type { FileMapping } from '../src/contexts/files/contract/reader/columns/file-mapping.ts';
import { files, type jobTypes } from '../src/contexts/files/contract/files.ts';
import type { Caller, Reply } from './kit.ts';

type Kind = (typeof jobTypes)[number];
type Job = NonNullable<Reply<typeof files.job>>;

export async function deliver(who: Caller, body: Uint8Array | string, name = 'file.csv'): Promise<string> {
  const { url, key } = await who.call(files.uploadLink, { key: name, fileType: 'text/csv' });
  const answer = await who.fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/csv' },
    body: body as BodyInit,
  });
  if (answer.status !== 200) throw new Error(`the delivery was answered ${answer.status}`);
  return key;
}

/** Awaits the end of a job: its connections have low priority on a busy host. */
export const ended = (who: Caller, id: number): Promise<Job> =>
  vi.waitUntil(
    async () => {
      const now = await who.call(files.job, { id: String(id) });
      return now?.status === 'completed' || now?.status === 'failed' ? now : false;
    },
    { timeout: 280_000, interval: 50 },
  );

export async function send(
  who: Caller,
  type: Kind,
  body: Uint8Array | string,
  to: { clientId: number; portfolioId: number; mapping?: FileMapping } = { clientId: 1, portfolioId: 1 },
): Promise<Job> {
  const fileKey = await deliver(who, body);
  const job = await who.call(files.parse, { fileKey, type, ...to });
  return ended(who, job?.id ?? 0);
}

export async function errorFile(who: Caller, job: { errorFileKey: string | null }): Promise<string> {
  if (!job.errorFileKey) return '';
  const { url } = await who.call(files.readLink, { key: job.errorFileKey });
  return (await who.fetch(url)).text();
}
/** The bad rows, without the header. */
export const errorsOf = async (who: Caller, job: { errorFileKey: string | null }): Promise<string[]> =>
  (await errorFile(who, job)).trimEnd().split('\r\n').slice(1);

export interface CellFix {
  n: number;
  key: string;
  was: string;
  value: string;
}
/** Corrects rejected cells one by one and awaits the job; returns row, column, result and reason of each. */
export async function correctCells(who: Caller, id: number, ...rows: CellFix[]) {
  const answer = await who.call(files.mend, { id: String(id), rows });
  await ended(who, id);
  return answer?.rows.map(({ n, key, outcome, reason }) => [n, key, outcome, reason]);
}
