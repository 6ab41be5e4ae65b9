/** What an agent tells the dialer: sign in, ready, pause, break, another campaign; and the call that is on. */
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { breaks } from '#contract/breaks.ts';
import { campaigns } from '#contract/campaigns.ts';
import { dialer } from '#contract/dialer.ts';
import type { Endpoint, Input, WireRow } from '#contract/kernel/endpoint.ts';
import { contactRulesText as rulesText } from '#text/en/contact-rules.ts';
import { dialerText as say } from '#text/en/dialer.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { isBreak, isWord } from '#client/kernel/dialer-store.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import look from '#client/ui/actions.module.css';
import css from './dialer.module.css';
import { lasting, useTick } from './use-tick.ts';
import { wordOf } from './words.ts';

export type Standing = WireRow<typeof dialer.status>;
interface Props {
  of: Standing;
  onDone: () => void;
}

export function Panel({ of, onDone }: Props) {
  return of.isDialerLoggedIn ? <Work of={of} onDone={onDone} /> : <SignIn onDone={onDone} />;
}

/** Says how it went: the specification's words, or the server's where there are any. */
function useTold<E extends Endpoint>(endpoint: E, done: string, failed: 'server' | 'warning' | 'error') {
  const { run, busy } = useAct(endpoint);
  const press = async (input: Input<E>): Promise<boolean> => {
    try {
      await run(input);
      notice.success(done);
      return true;
    } catch (error) {
      if (failed === 'warning') notice.warning(say.failed);
      else notice.error((failed === 'server' && wordsOf(error)) || say.loginFailed);
      return false;
    }
  };
  return { press, busy };
}

interface ChoiceProps {
  label: string;
  submit: string;
  needed: string;
  exceptId?: number;
  busy: boolean;
  onChoose: (campaignId: number) => void;
}

/** One of the campaigns somebody works in. */
function CampaignChoice({ label, submit, needed, exceptId, busy, onChoose }: ChoiceProps) {
  const { data = [], isPending } = useRead(campaigns.mine, {});
  const [chosen, setChosen] = useState('');
  const [fault, setFault] = useState<string>();
  const id = useId();
  const offered = data.filter((one) => one.id !== exceptId);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen === '') return setFault(needed);
    onChoose(Number(chosen));
  };
  if (!isPending && offered.length === 0)
    return exceptId === undefined ? <p className={css.hint}>{say.noCampaigns}</p> : null;
  return (
    <form className={css.choice} onSubmit={send} noValidate>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={chosen}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-fault`}
        onChange={({ target }) => {
          setChosen(target.value);
          setFault(undefined);
        }}
      >
        <option value="">{say.choose}</option>
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {fault && (
        <p id={`${id}-fault`} role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <button type="submit" className={exceptId === undefined ? look.main : look.plain} disabled={busy}>
        {submit}
      </button>
    </form>
  );
}

function SignIn({ onDone }: Pick<Props, 'onDone'>) {
  const { press, busy } = useTold(dialer.login, say.loggedIn, 'server');
  return (
    <div className={css.panel}>
      <h2 className={css.title}>{say.title}</h2>
      <CampaignChoice
        label={say.campaign}
        submit={say.login}
        needed={say.needCampaign}
        busy={busy}
        onChoose={(campaignId) => void press({ campaignId }).then((went) => went && onDone())}
      />
    </div>
  );
}

function Work({ of, onDone }: Props) {
  const now = useTick();
  const ready = useTold(dialer.ready, say.isReady, 'warning');
  const pause = useTold(dialer.pause, say.isPaused, 'warning');
  const mayReady = isWord(of.status, 'First-login', 'IDLE') || isBreak(of.status);
  const mayPause = isWord(of.status, 'Ready', 'waiting', 'wrap-up');
  const wish = of.wish as keyof typeof say.after | null;
  return (
    <div className={css.panel}>
      <h2>{of.name}</h2>
      <p className={css.word}>
        <strong>{wordOf(of.status)}</strong>
        <time role="timer">{lasting(of.since, now)}</time>
      </p>
      {wish && <p className={css.hint}>{say.after[wish]}</p>}
      {of.call && <Call of={of.call} onGo={onDone} />}
      <div className={css.presses}>
        {mayReady && (
          <button
            type="button"
            className={look.main}
            disabled={ready.busy}
            onClick={() => void ready.press({})}
          >
            {say.ready}
          </button>
        )}
        {mayPause && (
          <button
            type="button"
            className={look.plain}
            disabled={pause.busy}
            onClick={() => void pause.press({})}
          >
            {say.pause}
          </button>
        )}
      </div>
      <Breaks />
      <Switch campaignId={of.campaignId} />
    </div>
  );
}

function Call({ of, onGo }: { of: NonNullable<Standing['call']>; onGo: () => void }) {
  const { run, busy } = useAct(dialer.hangUp);
  const now = useTick();
  const {
    times = 0,
    most = null,
    everyDays = 1,
  } = useRead(dialer.allowance, { id: String(of.loanId) }).data ?? {};
  const isLive = of.state !== 'ended';
  return (
    <div className={css.call}>
      <Link to={`/view-borrower?id=${of.loanId}`} onClick={onGo}>
        {say.openBorrower}
      </Link>
      {most !== null && (
        <span className={css.hint}>{rulesText.counted(times ?? 0, most, everyDays ?? 1)}</span>
      )}
      {of.answeredAt && isLive && <time role="timer">{lasting(of.answeredAt, now)}</time>}
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
