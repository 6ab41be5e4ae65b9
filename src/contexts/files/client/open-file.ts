import { files } from '#contexts/files/contract/files.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { call } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';

/** Opens the user's file over a link valid for two minutes. */
export async function openFile(key: string): Promise<void> {
  try {
    const { url } = await call(files.readLink, { key });
    window.open(url, '_blank', 'noopener');
  } catch {
    notice.error(say.failed);
  }
}
