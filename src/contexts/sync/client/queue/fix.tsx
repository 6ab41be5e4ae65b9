import { queueScreenText as say } from '#contexts/sync/text/en/queue-screen.ts';
import { commandNamed } from '#phone/cache/commands.ts';
import { metaOf } from '#kernel/contract/field.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import type { Entry } from '#phone/outbox/queue/queue-view.ts';
import { queueActs } from '#phone/outbox/queue/queue-acts.ts';
import { type Field, type Look, type Value, fieldsOf, valueOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './queue.module.css';
import { reasonOf } from './reason-of.ts';

type Written = Extract<Look, 'day' | 'dayTime' | 'money' | 'area' | 'text' | 'flag'>;
const looks: Readonly<Partial<Record<string, Written>>> = {
  day: 'day',
  instant: 'dayTime',
  rupees: 'money',
  note: 'area',
  text: 'text',
  flag: 'flag',
};
const labels: Readonly<Partial<Record<string, string>>> = say.fields;

/** Editable fields of a rejected entry: its input, and missing fields. */
export function fieldsToFix({ cmd, input = {}, lastErr }: Entry): Field[] {
  const endpoint = commandNamed(cmd);
  if (!endpoint) return [];
  const faulty = new Set(lastErr?.fields?.map(({ path }) => path));
  const make = fieldsOf(endpoint);
  return Object.entries(endpoint.takes.shape).flatMap(([name, schema]) => {
    const look = looks[metaOf(schema)?.kind ?? ''];
    const label = labels[name];
    const isMeant = faulty.has(name) || (input[name] !== undefined && input[name] !== null);
    return look && label && isMeant ? [make[look](name as never, label)] : [];
  });
}

/** Corrects a rejected entry: a new entry replaces it. */
export function Fix({ item, onClose }: { item: Entry; onClose: () => void }) {
  const fields = fieldsToFix(item);
  const start = Object.fromEntries(
    fields.map((field): [string, Value] => [field.name, valueOf(field, item.input?.[field.name])]),
  );
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await queueActs.resend(item, { ...item.input, ...given });
    notice.success(say.fixed);
    onClose();
  };
  return (
    <Sheet title={say.fixTitle} onClose={onClose}>
      <p>
        <strong>{item.says}</strong>
      </p>
      <p className={css.reason}>{reasonOf(item)}</p>
      {fields.length === 0 ? (
        <p className={css.about}>{say.fixNothing}</p>
      ) : (
        <>
          <p className={css.about}>{say.fixAbout}</p>
          <Form fields={fields} start={start} onSubmit={save} submit={say.resend} />
        </>
      )}
    </Sheet>
  );
}
