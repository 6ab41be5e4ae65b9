import { useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { secondFactor } from '#contexts/agency/contract/second-factor.ts';
import { appText } from '#text/en/app.ts';
import { secondFactorText as say } from '#contexts/agency/text/en/second-factor.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './account.module.css';
import { failureWords } from './failure-words.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { RecoveryCodes, SetUp } from './second-factor-set-up.tsx';

type State = WireRow<typeof secondFactor.state>;

/** Two-factor settings of the user: on or off, and new recovery codes. */
export function SecondFactorScreen() {
  const { data, error, refetch } = useRead(secondFactor.state, {});
  const [codes, setCodes] = useState<readonly string[]>();
  const show = (made: readonly string[]): void => {
    setCodes(made);
    refetch();
  };
  return (
    <div className={css.page}>
      <h1>{say.title}</h1>
      {error && !data && (
        <p className={css.fault} role="alert">
          {failureWords(error)}{' '}
          <button type="button" className={look.plain} onClick={refetch}>
            {appText.tryAgain}
          </button>
        </p>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {data &&
        !codes &&
        (data.isOn ? <On state={data} onCodes={show} /> : <Off state={data} onCodes={show} />)}
    </div>
  );
}

interface Props {
  state: State;
  onCodes: (codes: readonly string[]) => void;
}

function Off({ state, onCodes }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return <SetUp asksPassword={state.asksPassword} onCodes={onCodes} onCancel={() => setOpen(false)} />;
  return (
    <>
      <p className={css.about}>{say.about}</p>
      <p className={css.step}>
        <strong>{say.off}</strong> {state.isRequired && say.required}
      </p>
      <button type="button" className={look.main} onClick={() => setOpen(true)}>
        {say.setUp}
      </button>
    </>
  );
}

function On({ state: { codesLeft, isRequired }, onCodes }: Props) {
  const [open, setOpen] = useState<'codes' | 'off'>();
  const renew = useAct(secondFactor.renewCodes);
  const turnOff = useAct(secondFactor.turnOff);
  const close = (): void => setOpen(undefined);
  return (
    <>
      {!open && <p className={css.about}>{say.about}</p>}
      <p className={css.step}>
        <strong>{say.on}</strong> {isRequired && say.required} {say.codesLeft(codesLeft)}
      </p>
      {!open && (
        <div className={css.row}>
          <button type="button" className={look.plain} onClick={() => setOpen('codes')}>
            {say.newCodes}
          </button>
          {!isRequired && (
            <button type="button" className={look.danger} onClick={() => setOpen('off')}>
              {say.turnOff}
            </button>
          )}
        </div>
      )}
      {open === 'codes' && (
        <>
          <p className={css.about}>{say.newCodesAbout}</p>
          <SecondFactorForm
            asks={['password', 'code']}
            button={say.newCodes}
            onCancel={close}
            run={async (given) => onCodes((await renew.run(given)).codes)}
          />
        </>
      )}
      {open === 'off' && (
        <>
          <p className={css.about}>{say.turnOffAbout}</p>
          <SecondFactorForm
            asks={['password', 'code']}
            button={say.turnOff}
            onCancel={close}
            run={async (given) => {
              await turnOff.run(given);
              notice.success(say.turnedOff);
            }}
          />
        </>
      )}
    </>
  );
}
