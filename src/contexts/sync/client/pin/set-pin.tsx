import { type FormEvent, useState } from 'react';
import { notice } from '#kernel/client/app/notice-store.ts';
import { hasVault } from '#kernel/client/app/preferences.ts';
import { isPin, isPoorPin } from '#kernel/offline/vault/lock-rules.ts';
import { putAsk } from '../vault/lock-state.ts';
import { choosePin, declineOffer } from '../vault/pin-acts.ts';
import look from '#kernel/ui/parts/actions.module.css';
import { Sheet } from '#kernel/ui/parts/sheet.tsx';
import { pinText as say } from '#contexts/sync/text/en/pin.ts';
import css from './pin.module.css';
import { PinField } from './pin-field.tsx';

type Faults = { pin?: string; repeat?: string };

function faultsOf(pin: string, repeat: string): Faults | undefined {
  if (!isPin(pin)) return { pin: say.needDigits };
  if (isPoorPin(pin)) return { pin: say.poor };
  return pin === repeat ? undefined : { repeat: say.differs };
}

/** Offered once after the first sign-in on a phone, and for changing the PIN. */
export function SetPin() {
  const [pin, setPin] = useState('');
  const [repeat, setRepeat] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [isChange] = useState(hasVault);
  const close = (): void => (isChange ? putAsk(null) : declineOffer());
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = faultsOf(pin, repeat);
    setFaults(found ?? {});
    if (found || busy) return;
    setBusy(true);
    try {
      const { isHere, isLasting } = await choosePin(pin);
      if (isHere) notice.success(say.isSet);
      else notice.info(say.isSetOnly);
      if (!isLasting) notice.info(say.mayVanish);
      putAsk(null);
    } catch {
      // Without storage there is no offline work; the person need not know which part of it failed.
      setFaults({ pin: say.notSet });
      setBusy(false);
    }
  };
  return (
    <Sheet title={say.setTitle} onClose={close}>
      <form className={css.set} noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
        <p>{say.setAbout}</p>
        {isChange && <p className={css.hint}>{say.again}</p>}
        <PinField name="pin" label={say.pin} value={pin} fault={faults.pin} onChange={setPin} />
        <PinField
          name="repeat"
          label={say.repeat}
          value={repeat}
          fault={faults.repeat}
          onChange={setRepeat}
        />
        <button className={`${look.main} ${look.tall}`} disabled={busy}>
          {say.set}
        </button>
        <button type="button" className={`${look.plain} ${look.tall}`} disabled={busy} onClick={close}>
          {say.notNow}
        </button>
      </form>
    </Sheet>
  );
}
