/** Setting up an authenticator app: the QR code, a first code of it, then the recovery codes, once. */
import { useEffect, useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { secondFactor } from '#contexts/agency/contract/second-factor.ts';
import { secondFactorText as say } from '#contexts/agency/text/en/second-factor.ts';
import { call } from '#kernel/client/calls/api.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './account.module.css';
import { failureWords } from './failure-words.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

interface Props {
  asksPassword: boolean;
  onCodes: (codes: string[]) => void;
  onCancel?: () => void;
}

export function SetUp({ asksPassword, onCodes, onCancel }: Props) {
  const [begun, setBegun] = useState<WireRow<typeof secondFactor.begin>>();
  useEffect(() => {
    if (asksPassword) return;
    let isGone = false;
    call(secondFactor.begin, {}).then(
      (one) => isGone || setBegun(one),
      (error: unknown) => isGone || notice.error(failureWords(error)),
    );
    return () => void (isGone = true);
  }, [asksPassword]);
  if (begun) return <Scan begun={begun} onCodes={onCodes} onCancel={onCancel} />;
  if (!asksPassword) return <p className={css.about} aria-busy="true" />;
  const begin = async ({ password }: { password: string }): Promise<void> =>
    setBegun(await call(secondFactor.begin, { password }));
  return (
    <SecondFactorForm key="password" asks={['password']} button={say.next} run={begin} onCancel={onCancel} />
  );
}

interface ScanProps extends Omit<Props, 'asksPassword'> {
  begun: WireRow<typeof secondFactor.begin>;
}

function Scan({ begun, onCodes, onCancel }: ScanProps) {
  const { picture, secret, uri } = begun;
  return (
    <>
      <p className={css.step}>{say.scan}</p>
      <img
        className={css.picture}
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={say.picture}
      />
      <p className={css.step}>
        <a href={uri}>{say.here}</a>
      </p>
      <p className={css.step}>
        {say.typed} <code className={css.key}>{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <p className={css.about}>{say.codeHint}</p>
      <SecondFactorForm
        key="code"
        asks={['code']}
        isDigits
        button={say.turnOn}
        onCancel={onCancel}
        run={async ({ code }) => {
          const { codes } = await call(secondFactor.confirm, { code });
          notice.success(say.turnedOn);
          onCodes(codes);
        }}
      />
    </>
  );
}

/** Shown once: only hashes are stored. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    notice.success(say.copied);
  };
  return (
    <section className={css.codes} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{say.codesTitle}</h2>
      <p className={css.about}>{say.codesAbout}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={css.row}>
        {/* Only where the page is trusted may a browser copy. */}
        {'clipboard' in navigator && (
          <button type="button" className={look.plain} onClick={() => void copy()}>
            {say.copy}
          </button>
        )}
        <button type="button" className={look.plain} onClick={() => window.print()}>
          {say.print}
        </button>
        <button type="button" className={look.main} onClick={onDone}>
          {say.kept}
        </button>
      </div>
    </section>
  );
}
