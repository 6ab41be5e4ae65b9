/** Signing in to the dialer: for which campaign, and by which line. */
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { useId, useState } from 'react';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { failuresText } from '#text/en/failures.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { CampaignChoice } from '../campaign/campaign-choice.tsx';
import css from '../dialer.module.css';
import { isTouched } from '#kernel/ui/parts/use-media.ts';
import { isMobile, lineHere } from './login-rules.ts';
import { useTold } from '../use-told.ts';

type Legs = WireRow<typeof dialer.legs>;
type Leg = Legs['legs'][number];

export function SignIn({ onDone }: { onDone: () => void }) {
  const { press, busy } = useTold(dialer.login, say.loggedIn, 'server');
  const { data } = useRead(dialer.legs, {});
  const [chosen, setChosen] = useState<Leg>();
  const [typed, setTyped] = useState<string>();
  const [isTold, setIsTold] = useState(false);
  const ownPhone = typed ?? data?.ownPhone ?? '';
  const leg = chosen ?? (data ? lineHere(data, isTouched()) : 'nailed');
  const isOwn = leg === 'per_call';
  const login = (campaignId: number): void => {
    if (isOwn && !isMobile(ownPhone)) return setIsTold(true);
    void press({ campaignId, leg, ...(isOwn && { ownPhone }) }).then((went) => went && onDone());
  };
  if (data?.hasExchange === false)
    return (
      <div className={css.panel}>
        <h2 className={css.title}>{say.title}</h2>
        <p role="alert">{failuresText.NO_EXCHANGE({})}</p>
      </div>
    );
  return (
    <div className={css.panel}>
      <h2 className={css.title}>{say.title}</h2>
      <CampaignChoice
        label={say.campaign}
        submit={say.login}
        needed={say.needCampaign}
        busy={busy}
        onChoose={login}
      >
        {data && data.legs.length > 1 && <Lines legs={data.legs} chosen={leg} onChoose={setChosen} />}
        {isOwn && <OwnPhone value={ownPhone} isTold={isTold} onType={setTyped} />}
      </CampaignChoice>
    </div>
  );
}

function Lines({
  legs,
  chosen,
  onChoose,
}: {
  legs: readonly Leg[];
  chosen: Leg;
  onChoose: (leg: Leg) => void;
}) {
  return (
    <fieldset className={css.lines}>
      <legend>{say.line}</legend>
      {legs.map((one) => (
        <label key={one}>
          <input type="radio" name="leg" checked={one === chosen} onChange={() => onChoose(one)} />
          <span>{say.lines[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function OwnPhone(o: { value: string; isTold: boolean; onType: (phone: string) => void }) {
  const id = useId();
  const isWrong = o.isTold && !isMobile(o.value);
  return (
    <>
      <label htmlFor={id}>{say.ownPhone}</label>
      <input
        id={id}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={20}
        value={o.value}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => o.onType(plainText(target.value).replace(/\D/g, ''))}
      />
      <p id={`${id}-hint`} role={isWrong ? 'alert' : undefined} className={isWrong ? css.fault : css.hint}>
        {isWrong ? say.ownPhoneWrong : say.ownPhoneHint}
      </p>
    </>
  );
}
