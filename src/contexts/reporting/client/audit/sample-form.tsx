/** `?sample=1` in the change list: all events on a lender's sampled loans, drawn by the lender's seed. */
import { Button } from '@mantine/core';
import { evidence, evidenceForms } from '#contexts/reporting/contract/evidence.ts';
import { evidenceText as say } from '#text/en/evidence.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { saveFile } from '#kernel/client/app/save-file.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';

const field = fieldsOf(evidence.sample);
const fields = [
  field.pick('clientId', say.lender),
  field.number('count', say.count),
  field.text('word', say.word, { hint: say.sampleAbout }),
  field.day('startDate', say.from),
  field.day('endDate', say.to),
  field.choice('form', say.form, {
    choices: evidenceForms.map((value) => ({ value, label: say.sampleForms[value] })),
  }),
];

export function SampleButton() {
  const mayDraw = useMay()(evidence.sample.can);
  const { set } = useUrlState();
  if (!mayDraw) return null;
  return (
    <Button variant="default" size="sm" onClick={() => set({ sample: '1' })}>
      {say.sample}
    </Button>
  );
}

export function SampleForm() {
  const { get, set } = useUrlState();
  const { run } = useAct(evidence.sample);
  if (get('sample') === undefined) return null;
  const close = (): void => set({ sample: undefined });
  const draw = async (given: Record<string, unknown>): Promise<void> => {
    const made = await run(given as Input<typeof evidence.sample>);
    saveFile(made);
    notice.success(say.made(made.rows));
    close();
  };
  return (
    <Sheet title={say.sample} onClose={close}>
      <Form fields={fields} start={{ form: 'pdf' }} submit={say.draw} onSubmit={draw} />
    </Sheet>
  );
}
