import { files } from '#contexts/files/contract/files.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { call } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notice-store.ts';

/** Opens a file the server keeps for this person, over a link that lives two minutes. */
export async function openFile(key: string): Promise<void> {
  try {
    const { url } = await call(files.readLink, { key });
    window.open(url, '_blank', 'noopener');
  } catch {
    notice.error(say.failed);
  }
}
