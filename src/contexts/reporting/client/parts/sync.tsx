/**
 * Sync button: for many loans it continues after its response, and the screen shows progress and completion, also one
 * opened meanwhile.
 */
import { useEffect, useRef, useState } from 'react';
import { summaries } from '#contexts/payments/contract/summaries.ts';
import { performanceText as say } from '#contexts/reporting/text/en/performance.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { markStale, useRead } from '#kernel/client/calls/queries/query.ts';
import { kitText } from '#text/en/kit.ts';
import css from './parts.module.css';

/** Where the live line is down. */
const pollMs = 5000;

interface Press {
  /** Requests it; recomputed domains are stale. */
  ask: () => Promise<{ isRunning: boolean }>;
  stale: readonly string[];
  /** Toast on completion. */
  done: string;
}
interface Sync {
  press: () => Promise<void>;
  isBusy: boolean;
  isRunning: boolean;
}

export function useSync({ ask, stale, done }: Press): Sync {
  const [isAsking, setAsking] = useState(false);
  const { data } = useRead(summaries.sync, {});
  const wasRunning = useRef(false);
  const tell = useRef({ stale, done });
  useEffect(() => {
    if (!data) return;
    if (wasRunning.current && !data.isRunning) {
      markStale(tell.current.stale);
      if (data.isFailed) notice.error(kitText.failed);
      else notice.success(tell.current.done);
    }
    wasRunning.current = data.isRunning;
  }, [data]);
  const press = async (): Promise<void> => {
    setAsking(true);
    try {
      const { isRunning } = await ask();
      markStale([...stale, ...(isRunning ? [summaries.sync.domain] : [])]);
      if (isRunning) wasRunning.current = true;
      else notice.success(done);
    } catch (error) {
      notice.error(wordsOf(error) ?? kitText.failed);
    }
    setAsking(false);
  };
  const isRunning = data?.isRunning ?? false;
  return { press, isBusy: isAsking || isRunning, isRunning };
}

/** Read out once, not with each percent. */
export function SyncProgress() {
  const { data } = useRead(summaries.sync, {}, { refetchInterval: pollMs });
  return (
    <span className={css.progress}>
      <span role="status">{say.syncing}</span> {data?.percent ?? 0} %
    </span>
  );
}
