/** Why an idle agent gets no call: reason, end, and who can change it. */
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { clockText, momentText } from '#kernel/ui/parts/values/format.ts';
import css from '../dialer.module.css';
import type { Standing } from './standing.ts';
import { pollIntervalOf } from './waiting-rules.ts';
import { useState } from 'react';
import type { WaitingReason as Reason } from '#contexts/dialer/contract/waiting.ts';

const momentWords = (until: string): string =>
  dayInIndia(until) === dayInIndia(Date.now()) ? clockText(until).slice(11) : momentText(until);

/** The sentences; undefined where nothing is waited for. */
function useWaitingReason({ status, call, campaignId }: Standing): string | undefined {
  const isWaiting = isWord(status, 'Ready', 'waiting') && call === null && campaignId !== null;
  const [shown, setShown] = useState<Reason>();
  const { data, error } = useRead(
    dialer.waiting,
    {},
    { enabled: isWaiting, refetchInterval: pollIntervalOf(shown), staleTime: 0 },
  );
  // A server that does not answer is not polled every second.
  const present = error ? undefined : data?.reason;
  if (present !== shown) setShown(present);
  if (!isWaiting || !data) return undefined;
  const { reason, until, people } = data;
  return [
    say.waitsFor[reason],
    until && say.waitsUntil(momentWords(until)),
    people.length > 0 && say.canChange(people.join(', ')),
  ]
    .filter(Boolean)
    .join(' ');
}

export function WaitingReason({ of }: { of: Standing }) {
  const words = useWaitingReason(of);
  return words ? (
    <p role="status" className={css.why}>
      {words}
    </p>
  ) : null;
}
