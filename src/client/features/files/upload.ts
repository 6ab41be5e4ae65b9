import { files } from '#contract/files.ts';
import { Unreachable } from '#client/kernel/api-failure.ts';
import { call } from '#client/kernel/api.ts';

/** Sends a file over its own single-use link; answers its key for the job. `onProgress` gets 0 to 100. */
export async function upload(file: File, onProgress: (percent: number) => void): Promise<string> {
  const { url, key } = await call(files.uploadLink, { key: file.name, fileType: 'text/csv' });
  await put(url, file, onProgress);
  return key;
}

// fetch cannot tell how much of a body has been sent.
function put(url: string, file: File, onProgress: (percent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', 'text/csv');
    request.setRequestHeader('X-Requested-With', 'app');
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total ? Math.round((100 * loaded) / total) : 0);
    request.onload = () =>
      request.status === 200 ? resolve() : reject(new Error(`upload answered ${request.status}`));
    request.onerror = () => reject(new Unreachable(request.statusText));
    request.send(file);
  });
}
