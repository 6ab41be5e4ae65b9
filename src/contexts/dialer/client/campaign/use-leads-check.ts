import { useEffect } from 'react';
import { leads } from '#contexts/dialer/contract/leads.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { call } from '#kernel/client/calls/api.ts';
import { isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import type { Standing } from '../session/standing.ts';

const waits = 30_000;

/** Warns an agent idle for 30 seconds in a progressive campaign when its hopper is empty (document 1, 4.3). */
export function useLeadsCheck(of: Standing | undefined): void {
  const campaignId = of?.campaignId ?? null;
  const isWaiting = of !== undefined && isWord(of.status, 'waiting') && of.campaignType === 'progressive';
  useEffect(() => {
    if (!isWaiting || campaignId === null) return undefined;
    const timer = setTimeout(() => {
      // Offline, the question is dropped.
      void call(leads.queued, { campaignId }).then(
        ({ queuedLeads }) => queuedLeads === 0 && notice.info(say.leadsOver),
        () => undefined,
      );
    }, waits);
    return () => clearTimeout(timer);
  }, [isWaiting, campaignId]);
}
