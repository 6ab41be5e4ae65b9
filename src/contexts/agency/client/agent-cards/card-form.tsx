/** A person's certificate and photo. */
import { useState } from 'react';
import { agentCards, mostPhotoBytes } from '#contexts/agency/contract/agent-cards.ts';
import { agentCardsText as say } from '#contexts/agency/text/en/agent-cards.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './agent-cards.module.css';

const field = fieldsOf(agentCards.edit);
const fields = [field.text('certificateNumber', say.certificate), field.day('validUntil', say.validUntil)];
const [width, height] = [320, 400];
const qualities = [0.8, 0.6, 0.4, 0.25];

/** Centre crop of a picture as a card JPEG, without camera metadata; undefined when invalid. */
async function cropped(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  canvas.getContext('2d')?.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  image.close();
  const head = 'data:image/jpeg;base64,';
  const tries = qualities.map((quality) => canvas.toDataURL('image/jpeg', quality).slice(head.length));
  return tries.find((text) => (text.length * 3) / 4 <= mostPhotoBytes);
}

export function CardForm({ card, onClose }: { card: WireRow<typeof agentCards.list>; onClose: () => void }) {
  const { run } = useAct(agentCards.edit);
  const [photo, setPhoto] = useState<string>();
  const shown = photo === undefined ? card.photo : `data:image/jpeg;base64,${photo}`;
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const made = await cropped(file);
    if (made === undefined) notice.error(say.photoUnread);
    else setPhoto(made);
  };
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const edit = { certificateNumber: null, validUntil: null, ...given, id: String(card.id) };
    await run({ ...edit, ...(photo !== undefined && { photo }) } as Input<typeof agentCards.edit>);
    notice.success(say.saved);
    onClose();
  };
  return (
    <Sheet title={say.title} about={card.name} onClose={onClose}>
      <div className={css.photo}>
        {shown === null ? <i aria-hidden="true" /> : <img src={shown} alt={say.photoOf(card.name)} />}
        <div>
          <label>
            {say.choosePhoto}
            <input
              type="file"
              accept="image/*"
              onChange={({ currentTarget: { files } }) => void choose(files?.[0])}
            />
          </label>
          {photo !== undefined && <p role="status">{say.newPhoto}</p>}
        </div>
      </div>
      <Form
        fields={fields}
        start={{ certificateNumber: card.certificateNumber ?? '', validUntil: card.validUntil ?? '' }}
        submit={say.save}
        onSubmit={save}
      />
    </Sheet>
  );
}
