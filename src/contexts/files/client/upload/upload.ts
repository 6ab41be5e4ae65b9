import { files } from '#contexts/files/contract/files.ts';
import { call } from '#kernel/client/calls/api.ts';
import { sendFile } from '#kernel/client/calls/files/send-file.ts';

const csv = 'text/csv';

/** Uploads a file over its single-use link; returns its key for the job. `onProgress` receives 0 to 100. */
export async function upload(file: File, onProgress: (percent: number) => void): Promise<string> {
  const { url, key } = await call(files.uploadLink, { key: file.name, fileType: csv });
  // Browsers name the type of such a file in many ways.
  await sendFile(url, new Blob([file], { type: csv }), onProgress);
  return key;
}
