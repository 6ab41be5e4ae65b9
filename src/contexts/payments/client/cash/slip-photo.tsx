/** Photo of a deposit slip, compressed to be sent with its deposit, without camera metadata. */
import { useState } from 'react';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { kitText } from '#text/en/kit.ts';
import css from './cash.module.css';

const longest = 1600;
const mostBytes = 800_000;
const details = [0.75, 0.6, 0.4] as const;

async function shrunkSlip(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const detail of details) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', detail));
    if (!blob || blob.size > mostBytes) continue;
    let text = '';
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  }
  return undefined;
}

export function SlipPhoto({
  photo,
  onChange,
}: {
  photo: string | undefined;
  onChange: (photo: string) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    const small = await shrunkSlip(file);
    setBusy(false);
    if (small) onChange(small);
    else notice.error(say.photoBroken);
  };
  return (
    <div className={css.photo}>
      {photo && <img src={`data:image/jpeg;base64,${photo}`} alt={say.photoOf} />}
      <label className={css.pick}>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          disabled={isBusy}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file);
            target.value = '';
          }}
        />
        <span>{isBusy ? kitText.loading : photo ? say.photoAgain : say.photo}</span>
      </label>
    </div>
  );
}
