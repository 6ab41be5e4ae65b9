/** What a campaign leaves on answering machines; chosen with the permission to edit campaigns. */
import { NativeSelect } from '@mantine/core';
import { machineMessages } from '#contexts/dialer/contract/machine-messages.ts';
import { superviseText as say } from '#contexts/dialer/text/en/supervise.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import '#kernel/ui/parts/theme/styles.ts';
import css from './campaign-panel.module.css';

export function MachineMessage({ id }: { id: string }) {
  const { data } = useRead(machineMessages.of, { id });
  const mayChange = useMay()(machineMessages.set.can);
  const { run, busy } = useAct(machineMessages.set);
  if (!data) return null;
  const { templateId, message, lack, detects, choices } = data;
  const choose = (value: string): void =>
    void run({ id, templateId: value === '' ? null : Number(value) }).catch((error: unknown) =>
      notice.error(wordsOf(error) ?? say.messageNotSaved),
    );
  return (
    <details className={css.leads}>
      <summary>{say.onMachines}</summary>
      {templateId === null ? (
        <p>{say.hungUpOn}</p>
      ) : (
        <>
          <p>
            {say.leavesMessage} <q>{message}</q>
          </p>
          <p>{say.toWhom}</p>
        </>
      )}
      {templateId !== null && !detects && <p role="alert">{say.noDetection}</p>}
      {lack && <p role="alert">{say.messageLacks[lack]}</p>}
      {mayChange && choices.length === 0 && <p>{say.noChoices}</p>}
      {mayChange && choices.length > 0 && (
        <NativeSelect
          label={say.message}
          disabled={busy}
          value={templateId === null ? '' : String(templateId)}
          onChange={({ target }) => choose(target.value)}
          data={[
            { value: '', label: say.noMessage },
            ...choices.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      )}
    </details>
  );
}
