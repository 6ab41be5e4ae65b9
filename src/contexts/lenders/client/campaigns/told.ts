import { campaignsText as say } from '#contexts/lenders/text/en/campaigns.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';

/** Toast for starting or stopping: the specification's text for a failed dialer; a failure has its message. */
export async function toldOf(act: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await act;
    notice.success(done);
    return true;
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.status < 500;
    notice.error(isRefused ? error.words : say.dialerFailed);
    return false;
  }
}
