import { files } from '#contract/files.ts';
import { filesText as say } from '#text/en/files.ts';
import { call } from '#client/kernel/api.ts';
import { notice } from '#client/kernel/notice-store.ts';

/** Opens a file the server keeps for this person, over a link that lives two minutes. */
export async function openFile(key: string): Promise<void> {
  try {
    const { url } = await call(files.readLink, { key });
    window.open(url, '_blank', 'noopener');
  } catch {
    notice.error(say.failed);
  }
}
