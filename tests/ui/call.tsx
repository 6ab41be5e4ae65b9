/** Call bar in its widest state: the longest name, crores owed, two calls, a transfer. */
import { useEffect, useState } from 'react';
import { notice, noticeStore } from '../../src/kernel/client/app/notices/notice-store.ts';
import { CallStrip } from '../../src/contexts/dialer/client/call/call-strip.tsx';
import type { Standing } from '../../src/contexts/dialer/client/session/standing.ts';

type Call = NonNullable<Standing['call']>;
const longestName = 'Venkatasubramaniam Krishnamoorthy Raghava';
const begun = '2026-11-20T10:00:00Z';

export const call: Call = {
  callRefNo: 'C1',
  loanId: 1,
  borrower: longestName,
  suggested: null,
  totalOutstanding: 123_456_789.5,
  type: 'progressive',
  state: 'bridged',
  isSecond: false,
  startedAt: begun,
  answeredAt: begun,
  spokenTo: null,
  heldSince: null,
  lineLoss: null,
  listeners: [],
  transfer: null,
};
const talk: Standing = {
  isDialerLoggedIn: true,
  status: 'on-call',
  since: begun,
  campaignId: 1,
  name: 'Tamarind Early Dues',
  campaignType: 'progressive',
  wish: null,
  breakId: null,
  breakName: null,
  leg: 'nailed',
  isMuted: false,
  missedLegs: 0,
  unheard: null,
  call,
  beside: null,
};
const transfer = {
  stage: 'joined',
  isBlind: false,
  isMine: false,
  to: 'Rakesh Embranthiri',
  from: 'Asha Rao',
} as const;

const standings: Readonly<Record<string, Standing>> = {
  talk,
  ringing: { ...talk, status: 'ringing', call: { ...call, state: 'ringing', answeredAt: null } },
  heard: { ...talk, isMuted: true, call: { ...call, spokenTo: 'borrower' } },
  lost: {
    ...talk,
    call: { ...call, heldSince: begun, lineLoss: { until: '2026-11-20T10:00:20Z', isResuming: false } },
  },
  loans: { ...talk, call: { ...call, spokenTo: 'borrower' } },
  held: {
    ...talk,
    unheard: 'borrower',
    call: { ...call, heldSince: begun, listeners: [{ name: 'Anjushree Butt', mode: 'whisper' }] },
  },
  two: {
    ...talk,
    beside: { callRefNo: 'C2', loanId: 2, borrower: longestName, state: 'bridged', heldSince: begun },
  },
  transfer: { ...talk, call: { ...call, heldSince: begun, transfer } },
  unknown: {
    ...talk,
    call: {
      ...call,
      loanId: null,
      borrower: '',
      type: 'inbound',
      suggested: { borrower: longestName, loanNumber: 'SVM10000775' },
    },
  },
  'wrap-up': { ...talk, status: 'wrap-up', call: { ...call, state: 'ended', spokenTo: 'borrower' } },
};

/** The slot is the shell's; the bar finds it. */
export function CallScreen() {
  const [isThere, setIsThere] = useState(false);
  const of = standings[new URLSearchParams(window.location.search).get('call') ?? 'talk'] ?? talk;
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('notices')) return;
    noticeStore.hold(true);
    notice.success('Promise saved');
    notice.info('Saved on this phone. It will be sent automatically.');
  }, []);
  return (
    <>
      <h1 hidden>Call</h1>
      <div id="call-line" data-keep-clear ref={(place) => setIsThere(place !== null)} />
      {isThere && <CallStrip of={of} />}
    </>
  );
}
