/** Dialer bar on every screen: status and timer, the panel, breaks, and automatic steps. */
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { type DialerNow, isBreak, isWord, setDialer } from '#kernel/client/calls/live/dialer-store.ts';
import { markStale, useRead } from '#kernel/client/calls/queries/query.ts';
import { onCall, onLiveState } from '#kernel/client/calls/live/realtime.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import { BreakOverlay } from './session/break-overlay.tsx';
import { CallNow } from './call/call-now.tsx';
import css from './dialer.module.css';
import type { Standing } from './session/standing.ts';
import { useLeadsCheck } from './campaign/use-leads-check.ts';
import { useNextCall } from './call/use-next-call.ts';
import { lasting, useTick } from './live/use-tick.ts';
import { WaitingReason } from './session/waiting.tsx';
import { statusWords } from './words.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

/** Loaded lazily: most of the day only the status is visible. */
const Panel = lazy(async () => ({ default: (await import('./panel.tsx')).Panel }));
const Turn = lazy(async () => ({ default: (await import('./turn.tsx')).Turn }));
const BrowserLine = lazy(async () => ({ default: (await import('./line/browser-line.tsx')).BrowserLine }));
const Incoming = lazy(async () => ({ default: (await import('./line/incoming.tsx')).Incoming }));
const ResumeCall = lazy(async () => ({ default: (await import('./line/resume-call.tsx')).ResumeCall }));
const CallStrip = lazy(async () => ({ default: (await import('./call/call-strip.tsx')).CallStrip }));
/** Polling interval while the live connection is down. */
const pollMs = 5000;
const slowPollMs = 30_000;

/** Opens the borrower page when a call starts. */
function useCalls(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onCall((event, about) => {
        markStale(['dialer', 'pending-calls']);
        // An unknown caller has no loan to open.
        const { loanId } = about;
        if (event === 'call-initiated' && typeof loanId === 'number')
          void navigate(`/view-borrower?id=${loanId}`);
      }),
    [navigate],
  );
}

/** True when a second call may be placed: one bridged call and no other party. */
const maySecond = ({ status, leg, call, beside }: Standing): boolean =>
  isWord(status, 'on-call') &&
  leg !== 'per_call' &&
  call?.state === 'bridged' &&
  call.transfer === null &&
  !call.isSecond &&
  beside === null;

const besideOf = (
  beside: Standing['beside'],
): { callRefNo: string; loanId: number; isOver: boolean } | null =>
  beside && beside.loanId !== null
    ? { callRefNo: beside.callRefNo, loanId: beside.loanId, isOver: beside.state === 'ended' }
    : null;

/** Other screens are notified only of calls with a loan. */
const callOfLoan = (call: Standing['call']): DialerNow['call'] =>
  call && call.loanId !== null
    ? { callRefNo: call.callRefNo, loanId: call.loanId, isManual: call.type === 'manual' }
    : null;

export function Dialer() {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => onLiveState((state) => setIsLive(state === 'connected')), []);
  const { data } = useRead(dialer.status, {}, { refetchInterval: isLive ? slowPollMs : pollMs });
  const { data: tasks } = useRead(usersTask.today, {}, { enabled: data?.isDialerLoggedIn ?? false });
  const task = tasks?.find(({ isStart }) => isStart);
  useCalls();
  useLeadsCheck(data);
  useNextCall(data, task);
  const { status, call } = data ?? {};
  useEffect(() => {
    setDialer(
      data?.isDialerLoggedIn
        ? {
            status: data.status,
            call: callOfLoan(data.call),
            beside: besideOf(data.beside),
            maySecond: maySecond(data),
            taskId: task?.id ?? null,
          }
        : null,
    );
    return () => setDialer(null);
  }, [data, status, call, task?.id]);
  if (!data) return null;
  return (
    <>
      <Chip of={data} />
      <Suspense>{call && <CallStrip of={data} />}</Suspense>
      <CallNow isLoggedIn={data.isDialerLoggedIn} isSecond={maySecond(data)} />
      {call?.type === 'inbound' && call.state === 'ringing' && (
        <Suspense>
          <Incoming key={call.callRefNo} of={call} />
        </Suspense>
      )}
      {call?.lineLoss && (
        <Suspense>
          <ResumeCall of={call} loss={call.lineLoss} />
        </Suspense>
      )}
      {data.leg === 'webrtc' && (
        <Suspense>
          <BrowserLine isTalk={isWord(data.status, 'on-call')} />
        </Suspense>
      )}
      {isBreak(data.status) && <BreakOverlay of={data} />}
    </>
  );
}

function Chip({ of }: { of: Standing }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = useIsPhone();
  const now = useTick();
  const word = of.isDialerLoggedIn ? statusWords(of.status) : say.off;
  const close = (): void => setIsOpen(false);
  // Closed when a call opens a borrower page, which it would cover together with the call buttons.
  useEffect(() => onCall((event) => event === 'call-initiated' && setIsOpen(false)), []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setIsOpen(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
  const isOn = isWord(of.status, 'ringing', 'on-call', 'wrap-up');
  const [wasOn, setWasOn] = useState(isOn);
  if (isOn !== wasOn) {
    setWasOn(isOn);
    if (isOn) setIsOpen(false);
  }
  const panel = (
    <Suspense>
      <Panel of={of} onDone={close} />
    </Suspense>
  );
  return (
    <div className={css.dialer} data-dialer>
      {of.isDialerLoggedIn && !isOpen && <WaitingReason of={of} />}
      {of.isDialerLoggedIn && !isPhone && !isOpen && (
        <Suspense>
          <Turn of={of} />
        </Suspense>
      )}
      {isOpen && !isPhone && (
        <section className={css.card} aria-label={say.title} data-keep-clear>
          {panel}
        </section>
      )}
      {isOpen && isPhone && (
        <Sheet title={say.title} from="low" onClose={close}>
          {panel}
        </Sheet>
      )}
      <button
        type="button"
        className={css.chip}
        data-on={of.isDialerLoggedIn || undefined}
        data-busy={isWord(of.status, 'on-call', 'ringing', 'wrap-up') || undefined}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? say.close : say.open}: ${word}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <i aria-hidden="true" />
        <span>{word}</span>
        {of.isDialerLoggedIn && <time>{lasting(of.since, now)}</time>}
      </button>
      <span role="status" className={css.unseen}>
        {word}
      </span>
    </div>
  );
}
