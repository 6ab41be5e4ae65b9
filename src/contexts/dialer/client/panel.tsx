/** Dialer panel: sign in, ready, pause, break, campaign switch, and the current call. */
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { breaks } from '#contexts/agency/contract/breaks.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { contactRulesText as rulesText } from '#text/en/contact-rules.ts';
import { browserLineText as lineText } from '#contexts/dialer/text/en/browser-line.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { isWord } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { money } from '#kernel/ui/parts/values/format.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';
import { CallBacks } from './call/call-backs.tsx';
import { CampaignChoice } from './campaign/campaign-choice.tsx';
import css from './dialer.module.css';
import { SignIn } from './session/sign-in.tsx';
import { lasting, useTick } from './live/use-tick.ts';
import type { Standing } from './session/standing.ts';
import { Turn } from './turn.tsx';
import { useTold } from './use-told.ts';
import { WaitingReason } from './session/waiting.tsx';
import { statusWords } from './words.ts';

const LineSound = lazy(async () => ({ default: (await import('./line/line-sound.tsx')).LineSound }));

interface Props {
  of: Standing;
  onDone: () => void;
}

export function Panel({ of, onDone }: Props) {
  return of.isDialerLoggedIn ? <Work of={of} onDone={onDone} /> : <SignIn onDone={onDone} />;
}

function Work({ of, onDone }: Props) {
  const now = useTick();
  const wish = of.wish as keyof typeof say.after | null;
  return (
    <div className={css.panel} data-keep-clear>
      <h2>{of.name}</h2>
      <p className={css.word}>
        <strong>{statusWords(of.status)}</strong>
        <time role="timer">{lasting(of.since, now)}</time>
      </p>
      <WaitingReason of={of} />
      {wish && <p className={css.hint}>{say.after[wish]}</p>}
      {of.leg === 'per_call' && isWord(of.status, 'ringing') && of.call?.state === 'claimed' && (
        <p className={css.hint}>{say.takePhone}</p>
      )}
      {of.missedLegs > 1 && isWord(of.status, 'IDLE') && (
        <p role="alert" className={css.fault}>
          {say.missedLegs}
        </p>
      )}
      {of.unheard === 'line' && !of.call && (
        <p role="alert" className={css.fault}>
          {say.lineSilent}
        </p>
      )}
      {of.call && <Call of={of.call} isMuted={of.isMuted} onGo={onDone} />}
      <div className={css.presses}>
        <Turn of={of} />
      </div>
      {of.leg === 'webrtc' && (
        <details className={css.more}>
          <summary>{lineText.sound}</summary>
          <Suspense>
            <LineSound />
          </Suspense>
        </details>
      )}
      <CallBacks onGo={onDone} />
      <Breaks />
      <Switch campaignId={of.campaignId} />
    </div>
  );
}

function Call({
  of,
  isMuted,
  onGo,
}: {
  of: NonNullable<Standing['call']>;
  isMuted: boolean;
  onGo: () => void;
}) {
  const { run, busy } = useAct(dialer.hangUp);
  const mute = useAct(dialer.mute);
  const {
    times = 0,
    most = null,
    everyDays = 1,
  } = useRead(dialer.allowance, { id: String(of.loanId) }, { enabled: of.loanId !== null }).data ?? {};
  // An offered inbound call is shown first.
  const isLive = of.state !== 'ended' && !(of.type === 'inbound' && of.state === 'ringing');
  return (
    <div className={css.call}>
      <p className={css.who}>
        <strong>{of.borrower || say.unknownCaller}</strong>{' '}
        {of.loanId !== null && say.owes(money(of.totalOutstanding))}
      </p>
      {of.loanId !== null && (
        <Link to={`/view-borrower?id=${of.loanId}`} onClick={onGo}>
          {say.openBorrower}
        </Link>
      )}
      {most !== null && (
        <span className={css.hint}>{rulesText.counted(times ?? 0, most, everyDays ?? 1)}</span>
      )}
      {of.state === 'bridged' && (
        <button
          type="button"
          className={look.plain}
          aria-pressed={isMuted}
          data-on={isMuted || undefined}
          disabled={mute.busy}
          onClick={() => void mute.run({ isMuted: !isMuted }).catch(() => notice.warning(say.failed))}
        >
          {isMuted ? say.unmute : say.mute}
        </button>
      )}
      {isLive && (
        <button
          type="button"
          className={look.danger}
          disabled={busy}
          onClick={() => void run({}).catch(() => notice.warning(say.failed))}
        >
          {say.hangUp}
        </button>
      )}
    </div>
  );
}

function Breaks() {
  const { data = [] } = useRead(breaks.dropdown, {});
  const { run, busy } = useAct(dialer.onBreak);
  const go = (breakId?: number): void =>
    void run(breakId === undefined ? {} : { breakId }).catch(() => notice.warning(say.failed));
  return (
    <details className={css.more}>
      <summary>{say.takeBreak}</summary>
      <div className={css.presses}>
        {data.map(({ id, name }) => (
          <button key={id} type="button" className={look.plain} disabled={busy} onClick={() => go(id)}>
            {name}
          </button>
        ))}
        <button type="button" className={look.plain} disabled={busy} onClick={() => go()}>
          {say.otherBreak}
        </button>
      </div>
    </details>
  );
}

function Switch({ campaignId }: { campaignId: number | null }) {
  const { press, busy } = useTold(dialer.switchCampaign, say.switched, 'server');
  return (
    <details className={css.more}>
      <summary>{say.switchCampaign}</summary>
      <CampaignChoice
        label={say.switchTo}
        submit={say.switchCampaign}
        needed={say.needProcess}
        exceptId={campaignId ?? 0}
        busy={busy}
        onChoose={(chosen) => void press({ campaignId: chosen })}
      />
    </details>
  );
}
