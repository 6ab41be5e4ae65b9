import { ApiFailure, Unreachable } from '../api-failure.ts';
import { absenceOf, serverTimeHeader } from '../ours.ts';

/** Uploads a file over its link; `onProgress` receives 0 to 100. fetch reports no upload progress. */
export function sendFile(url: string, file: Blob, onProgress: (percent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('X-Requested-With', 'app');
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total ? Math.round((100 * loaded) / total) : 0);
    request.onload = () => {
      if (absenceOf(request.getResponseHeader(serverTimeHeader), request.status))
        return reject(new Unreachable(request.status));
      return request.status === 200 ? resolve() : reject(new ApiFailure(request.status, refusalIn(request)));
    };
    request.onerror = () => reject(new Unreachable(request.statusText));
    request.send(file);
  });
}

function refusalIn({ responseText }: XMLHttpRequest): object {
  try {
    return JSON.parse(responseText) as object;
  } catch {
    // Cut on its way: without a code.
    return {};
  }
}
