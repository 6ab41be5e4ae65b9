/** Complaint detail: facts, history, and available actions. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ComplaintAct,
  complaintActs,
  mayAct,
  stateAfter,
} from '#contexts/complaints/contract/complaint-rules.ts';
import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { complaintsText as say } from '#contexts/complaints/text/en/complaints.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { dayText, momentText } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { complaintPill } from './columns.tsx';
import { ComplaintEvidence } from './complaint-evidence.tsx';
import sheet from '#kernel/ui/parts/facts.module.css';
import css from './complaints.module.css';

const field = fieldsOf(complaints.act);
const fieldsFor = (act: ComplaintAct) =>
  act === 'assign'
    ? [field.pick('ownerId', say.owner, { required: true }), field.area('words', say.acts.note)]
    : act === 'close'
      ? [field.area('words', say.acts.note, { hint: say.closeAsk })]
      : [
          field.area('words', say.acts[act], {
            required: true,
            needed: act === 'answer' ? say.needAnswer : act === 'note' ? say.needNote : say.needReason,
            ...(act === 'answer' && { hint: say.answerHint }),
          }),
        ];

function Steps({ id }: { id: string }) {
  const { data, error, refetch } = useRead(complaints.steps, { id });
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  const words: Readonly<Record<string, string>> = { ...say.step };
  const ways: Readonly<Record<string, string>> = { ...say.sentBy };
  return (
    <ol className={sheet.steps}>
      {data.map((step) => (
        <li key={step.id}>
          <strong>{[words[step.what], step.sentBy && ways[step.sentBy]].filter(Boolean).join(', ')}</strong>
          {step.words && <p>{step.words}</p>}
          <small>{[step.who ?? say.nobody, momentText(step.at)].join(' · ')}</small>
        </li>
      ))}
    </ol>
  );
}

function Acts({ row }: { row: WireRow<typeof complaints.one> }) {
  const actor = useActor();
  const { run } = useAct(complaints.act);
  const [chosen, setChosen] = useState<ComplaintAct>();
  if (!mayAct(actor, row)) return null;
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const { ownerId, ...rest } = given;
    const asked = {
      ...rest,
      ...(ownerId ? { ownerId: Number(ownerId) } : {}),
      id: String(row.id),
      act: chosen,
    };
    await run(asked as Input<typeof complaints.act>);
    notice.success(say.done);
    setChosen(undefined);
  };
  return (
    <>
      <div className={sheet.acts}>
        {complaintActs
          .filter((act) => stateAfter(row.state, act))
          .map((act) => (
            <Button key={act} variant={act === chosen ? 'filled' : 'light'} onClick={() => setChosen(act)}>
              {say.acts[act]}
            </Button>
          ))}
      </div>
      {chosen && (
        <Form key={chosen} fields={fieldsFor(chosen)} start={{}} submit={say.acts[chosen]} onSubmit={save} />
      )}
    </>
  );
}

export function ComplaintSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useRead(complaints.one, { id });
  const facts = row && [
    [say.kind, say.kinds[row.kind]],
    [say.dueOn, dayText(row.dueOn)],
    [say.owner, row.owner],
    [say.about, row.about],
    [say.client, row.client],
    [say.loanNumber, row.loanNumber],
    [say.channel, say.channels[row.channel]],
    [say.takenBy, row.takenBy],
  ];
  return (
    <Sheet
      title={row ? `${say.take} ${row.number}` : say.title}
      about={row?.borrower ?? ''}
      onClose={onClose}
    >
      {!row &&
        (error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />)}
      {row && (
        <div className={sheet.sheet}>
          <p>{complaintPill(row)}</p>
          <blockquote className={css.words}>{row.words}</blockquote>
          <dl>
            {facts
              ?.filter(([, value]) => value)
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <Acts row={row} />
          <h3>{say.steps}</h3>
          <Steps id={id} />
          <ComplaintEvidence complaintId={row.id} />
        </div>
      )}
    </Sheet>
  );
}
