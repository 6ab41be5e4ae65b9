import { useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import look from '#kernel/ui/parts/actions.module.css';
import { shrunk } from './shrink-photo.ts';
import css from './visits.module.css';

interface Props {
  /** Base64. */
  photo: string | undefined;
  onChange: (photo: string | undefined) => void;
}

/** Takes a photo, or picks one, and shows what will be sent. */
export function PhotoPart({ photo, onChange }: Props) {
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    const small = await shrunk(file);
    setBusy(false);
    if (small) onChange(small);
    else notice.error(say.photoBroken);
  };
  return (
    <div className={css.photo}>
      {photo && <img src={`data:;base64,${photo}`} alt={say.photoOf} />}
      <label className={css.pick}>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          disabled={isBusy}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // The same photo may be picked again after it was removed.
            target.value = '';
          }}
        />
        <span>{isBusy ? kitText.loading : photo ? say.photoChange : say.photo}</span>
      </label>
      {photo && (
        <button type="button" className={look.plain} onClick={() => onChange(undefined)}>
          {say.photoRemove}
        </button>
      )}
    </div>
  );
}
