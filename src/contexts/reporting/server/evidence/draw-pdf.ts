import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { pdfOf } from './pdf.ts';

/**
 * Draws a pack as a signed PDF in a worker thread: 20,000 rows need up to 45 seconds, in which the server would respond
 * to no request and place no call. Rejects with the drawing's error.
 */
export async function drawPdf(...[rows, pack]: Parameters<typeof pdfOf>): Promise<Buffer> {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), { workerData: { rows, pack } });
  const [bytes] = (await once(worker, 'message')) as [Uint8Array];
  return Buffer.from(bytes.buffer);
}
