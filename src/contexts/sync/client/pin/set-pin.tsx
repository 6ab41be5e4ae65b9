import { type FormEvent, useRef, useState } from 'react';
import type { ShellFiles } from '#kernel/offline/shell-files.ts';
import { whenShellStored } from './stored-shell.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { hasVault } from '#kernel/client/app/preferences.ts';
import { isPin, isPoorPin } from '#kernel/offline/vault/lock-rules.ts';
import { putAsk } from '#phone/vault/lock-state.ts';
import { choosePin, declineOffer } from '#phone/vault/pin-acts.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { pinText as say } from '#contexts/sync/text/en/pin.ts';
import css from './pin.module.css';
import { PinField } from './pin-field.tsx';

type Faults = { pin?: string; repeat?: string };

function faultsOf(pin: string, repeat: string): Faults | undefined {
  if (!isPin(pin)) return { pin: say.needDigits };
  if (isPoorPin(pin)) return { pin: say.poor };
  return pin === repeat ? undefined : { repeat: say.differs };
}

/** What is still on its way to this phone, once the PIN is set. */
function Storing({ files, onClose }: { files: ShellFiles | undefined; onClose: () => void }) {
  return (
    <div className={css.set}>
      <p role="status">{files ? say.storingFiles(files.stored, files.of) : say.storing}</p>
      {files && <progress aria-label={say.storing} value={files.stored} max={files.of} />}
      <button type="button" className={`${look.plain} ${look.tall}`} onClick={onClose}>
        {kitText.close}
      </button>
    </div>
  );
}

/** Sets the PIN; confirms storage once borrowers and the app itself are stored. */
async function storeUnder(pin: string, onProgress: (files?: ShellFiles) => void): Promise<void> {
  const { isHere, isLasting } = await choosePin(pin, onProgress);
  const isShellHere = await whenShellStored(onProgress);
  if (!isHere) notice.info(say.isSetOnly);
  else if (isShellHere) notice.success(say.isSet);
  else notice.info(say.isSetNoApp);
  if (!isLasting) notice.info(say.mayVanish);
}

/** Offered once after the first sign-in on a phone, and for changing the PIN. */
export function SetPin() {
  const [pin, setPin] = useState('');
  const [repeat, setRepeat] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [storing, setStoring] = useState<{ files: ShellFiles | undefined }>();
  const [isChange] = useState(hasVault);
  const isOpen = useRef(true);
  const close = (): void => {
    isOpen.current = false;
    if (isChange || storing) putAsk(null);
    else declineOffer();
    // Caching continues in the background; the confirmation is shown later.
    if (storing) notice.info(say.isSetOnly);
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = faultsOf(pin, repeat);
    setFaults(found ?? {});
    if (found || busy) return;
    setBusy(true);
    try {
      await storeUnder(pin, (files) => setStoring({ files }));
      if (isOpen.current) putAsk(null);
    } catch {
      // Without storage there is no offline work; the person need not know which part of it failed.
      setFaults({ pin: say.notSet });
      setStoring(undefined);
      setBusy(false);
    }
  };
  return (
    <Sheet title={say.setTitle} onClose={close}>
      {storing ? (
        <Storing files={storing.files} onClose={close} />
      ) : (
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
      )}
    </Sheet>
  );
}
