/** Set-up page for users with a role that requires two-factor. */
import { useState } from 'react';
import { session } from '#kernel/contract/session.ts';
import { secondFactor } from '#contexts/agency/contract/second-factor.ts';
import { appText } from '#text/en/app.ts';
import { secondFactorText as say } from '#contexts/agency/text/en/second-factor.ts';
import { call } from '#kernel/client/calls/api.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './account.module.css';
import { failureWords } from './failure-words.ts';
import { RecoveryCodes, SetUp } from './second-factor-set-up.tsx';

const goTo = (path: string): void => window.location.replace(path);
/** Opens the sign-in page, whether or not the server is reachable. */
const leave = (): void =>
  void call(session.logout, {}).then(
    () => goTo('/login'),
    () => goTo('/login'),
  );

export function SecondStep() {
  const { data, error, refetch } = useRead(secondFactor.state, {});
  const [codes, setCodes] = useState<readonly string[]>();
  const isStranger = error instanceof ApiFailure && error.status === 401;
  if (isStranger) goTo('/login');
  return (
    <main className={css.page}>
      <h1>{say.first}</h1>
      <p className={css.about}>{say.firstAbout}</p>
      {error && !data && !isStranger && (
        <p className={css.fault} role="alert">
          {failureWords(error)}{' '}
          <button type="button" className={look.plain} onClick={refetch}>
            {appText.tryAgain}
          </button>
        </p>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => goTo('/')} />}
      {data && !codes && <SetUp asksPassword={data.asksPassword} onCodes={setCodes} />}
      {!codes && (
        <p className={css.leave}>
          <button type="button" className={look.plain} onClick={leave}>
            {say.signOut}
          </button>
        </p>
      )}
    </main>
  );
}
