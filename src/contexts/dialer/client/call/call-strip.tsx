/** Call strip below the menu: borrower, amount, duration and buttons. It covers no content. */
import {
  IconArrowForwardUp,
  IconCheck,
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconPencilPlus,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { heardPeople } from '#contexts/dialer/contract/standing.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { listeningText } from '#contexts/dialer/text/en/listening.ts';
import { transfersText } from '#contexts/dialer/text/en/transfers.ts';
import { isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { money, rupees } from '#kernel/ui/parts/values/format.ts';
import { Key } from '#kernel/ui/parts/menu/key.tsx';
import { pressedBy } from '#kernel/ui/parts/menu/keys.ts';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import css from './call-strip.module.css';
import { lasting, useTick } from '../live/use-tick.ts';
import { CallLoans } from './call-loans.tsx';
import { OtherCall } from './other-call.tsx';
import type { Standing } from '../session/standing.ts';
import { TransferLine } from '../transfer/transfer-line.tsx';
import { statusWords } from '../words.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const Identify = lazy(async () => ({ default: (await import('../inbound/identify.tsx')).Identify }));
const Keypad = lazy(async () => ({ default: (await import('./keypad.tsx')).Keypad }));
const TransferSheet = lazy(async () => ({
  default: (await import('../transfer/transfer-sheet.tsx')).TransferSheet,
}));

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;
type Call = NonNullable<Standing['call']>;

/** Rendered into the slot that the shell reserves. */
export function CallStrip({ of }: { of: Standing }) {
  const place = document.getElementById('call-line');
  const { call } = of;
  if (!place || !call || !isWord(of.status, 'ringing', 'on-call', 'wrap-up')) return null;
  // An offered inbound call has a separate card, which must be answered first.
  if (call.type === 'inbound' && call.state === 'ringing') return null;
  return createPortal(<Strip of={of} call={call} />, place);
}

function Strip({ of, call }: { of: Standing; call: Call }) {
  const now = useTick();
  const isTalk = isWord(of.status, 'on-call');
  return (
    <section className={css.strip} aria-label={say.callOn}>
      <p className={css.word} data-talk={isTalk || undefined}>
        <i aria-hidden="true" />
        {statusWords(of.status)}
      </p>
      <time className={css.time} role="timer">
        {lasting(of.since, now)}
      </time>
      <div className={css.who}>
        {call.loanId === null ? (
          <p>{say.unknownCaller}</p>
        ) : (
          <Link to={`/view-borrower?id=${call.loanId}`}>{call.borrower}</Link>
        )}
        {call.loanId !== null && (call.spokenTo ?? 'borrower') === 'borrower' && (
          <>
            <p title={money(call.totalOutstanding)}>{say.owes(rupees(call.totalOutstanding))}</p>
            <CallLoans loanId={call.loanId} />
          </>
        )}
        {call.listeners.length > 0 && (
          <p>{listeningText.heardBy(call.listeners.map(({ name }) => name).join(', '))}</p>
        )}
        {isTalk && of.unheard && <p role="alert">{say.unheard[of.unheard]}</p>}
        {call.heldSince && <p>{say.heldFor(lasting(call.heldSince, now))}</p>}
      </div>
      {isTalk && !call.transfer && call.loanId !== null && <Heard call={call} />}
      {isTalk && call.suggested && (
        <Suspense>
          <Identify suggested={call.suggested} />
        </Suspense>
      )}
      {isTalk && <TransferLine call={call} />}
      {of.beside && <OtherCall of={of.beside} isTalk={isTalk} />}
      <Presses call={call} isMuted={of.isMuted} isOnly={!of.beside || of.beside.state === 'ended'} />
    </section>
  );
}

/** Who answered: verified before loan details are disclosed. */
function Heard({ call: { borrower, spokenTo } }: { call: Call }) {
  const { run, busy } = useAct(dialer.spokeTo);
  return (
    <div className={css.heard} role="group" aria-label={say.speakingTo}>
      <p>{spokenTo ? say.heardAbout[spokenTo] : say.askFirst(borrower)}</p>
      {heardPeople.map((who) => (
        <button
          key={who}
          type="button"
          aria-pressed={spokenTo === who}
          disabled={busy}
          onClick={() => void run({ who }).catch(() => notice.warning(say.failed))}
        >
          {spokenTo === who && <IconCheck size={18} stroke={2} aria-hidden="true" />}
          {say.heard[who]}
        </button>
      ))}
    </div>
  );
}

/** Transfers the call. */
function HandOn({ call }: { call: Call }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" {...pressedBy('transfer')} onClick={() => setIsOpen(true)}>
        <IconArrowForwardUp {...icon} />
        <span>{transfersText.transfer}</span>
        <Key of="transfer" />
      </button>
      {isOpen &&
        // Of the page: on the strip it would be drawn in its colours.
        createPortal(
          <Suspense>
            <TransferSheet borrower={call.borrower || say.unknownCaller} onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Keypad for phone menus. */
function Keys({ call }: { call: Call }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        <IconDialpad {...icon} />
        <span>{say.keypad}</span>
      </button>
      {isOpen &&
        createPortal(
          <Suspense>
            <Keypad borrower={call.borrower || say.unknownCaller} onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Link to the outcome form; hidden on a desktop's borrower page, where the form is visible. */
function WriteOutcome({ loanId }: { loanId: number }) {
  const isPhone = useIsPhone();
  const { get } = useUrlState();
  const { pathname } = useLocation();
  if (!isPhone && pathname === '/view-borrower' && get('id') === String(loanId)) return null;
  return (
    <Link className={css.outcome} to={`/view-borrower?id=${loanId}&add=disposition`}>
      <IconPencilPlus {...icon} />
      <span>{say.writeOutcome}</span>
    </Link>
  );
}

/** `isOnly`: the agent has no second call, because only a single call can be transferred. */
function Presses({ call, isMuted, isOnly }: { call: Call; isMuted: boolean; isOnly: boolean }) {
  const hangUp = useAct(dialer.hangUp);
  const mute = useAct(dialer.mute);
  const hold = useAct(dialer.hold);
  // An offered inbound call is shown first.
  const isLive = call.state !== 'ended' && !(call.type === 'inbound' && call.state === 'ringing');
  const press = (work: Promise<unknown>): void => void work.catch(() => notice.warning(say.failed));
  // Without the agent's line only Resume helps.
  const isTalk = call.state === 'bridged' && !call.lineLoss;
  const isHeld = call.heldSince !== null;
  const Hold = isHeld ? IconPlayerPlay : IconPlayerPause;
  const Microphone = isMuted ? IconMicrophone : IconMicrophoneOff;
  return (
    <div className={css.presses}>
      {isTalk && (
        <button
          type="button"
          aria-pressed={isMuted}
          disabled={mute.busy}
          {...pressedBy('mute')}
          onClick={() => press(mute.run({ isMuted: !isMuted }))}
        >
          <Microphone {...icon} />
          <span>{isMuted ? say.unmute : say.mute}</span>
          <Key of="mute" />
        </button>
      )}
      {isTalk && !call.transfer && (
        <button
          type="button"
          aria-pressed={isHeld}
          disabled={hold.busy}
          {...pressedBy('onHold')}
          onClick={() => press(hold.run({ isHeld: !isHeld }))}
        >
          <Hold {...icon} />
          <span>{isHeld ? say.resume : say.hold}</span>
          <Key of="onHold" />
        </button>
      )}
      {isTalk && !call.transfer && isOnly && <HandOn call={call} />}
      {isTalk && !call.transfer && <Keys call={call} />}
      {call.loanId !== null && <WriteOutcome loanId={call.loanId} />}
      {isLive && (
        <button type="button" data-end disabled={hangUp.busy} onClick={() => press(hangUp.run({}))}>
          <IconPhoneOff {...icon} />
          <span>{say.hangUp}</span>
        </button>
      )}
    </div>
  );
}
