/** Thread of `draw-pdf.ts`: draws the pack that its worker data describe and posts the bytes. */
import { parentPort, workerData } from 'node:worker_threads';
import { pdfOf } from './pdf.ts';

const { rows, pack } = workerData as { rows: Parameters<typeof pdfOf>[0]; pack: Parameters<typeof pdfOf>[1] };
const bytes = new Uint8Array(pdfOf(rows, pack));
parentPort?.postMessage(bytes, [bytes.buffer]);
