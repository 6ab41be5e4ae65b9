import { useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import { visitsText as say } from '#contexts/work/text/en/visits.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { shrunk } from './shrink-photo.ts';
import css from './visits.module.css';

interface Props {
  /** Base64. */
  photo: string | undefined;
  onChange: (photo: string | undefined) => void;
  /** Called when processing of a photo starts, so that the form is blocked until it is ready. */
  onTaking: (taking: Promise<string | undefined>) => void;
}

/** Captures a photo, or picks one, and shows what will be sent. */
export function PhotoPart({ photo, onChange, onTaking }: Props) {
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File): Promise<string | undefined> => {
    setBusy(true);
    const small = await shrunk(file);
    setBusy(false);
    if (!small) {
      notice.error(say.photoBroken);
      return photo;
    }
    onChange(small);
    return small;
  };
  const remove = (): void => {
    onTaking(Promise.resolve(undefined));
    onChange(undefined);
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
            const file = target.files?.[0];
            if (file) onTaking(take(file));
            // The same photo may be picked again after it was removed.
            target.value = '';
          }}
        />
        <span>{isBusy ? kitText.loading : photo ? say.photoChange : say.photo}</span>
      </label>
      {photo && (
        <button type="button" className={look.plain} onClick={remove}>
          {say.photoRemove}
        </button>
      )}
    </div>
  );
}
