/** Difference detail: both sides, history, and available actions. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type DifferenceAct,
  decidingActs,
  differenceActs,
  mayDo,
} from '#contexts/payments/contract/reconciliation-words.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import { reconciliationText as say } from '#contexts/payments/text/en/reconciliation.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor, useMay } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { dayText, exactRupees, momentText } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { gatewayWords, statePill } from './parts.tsx';
import sheet from '#kernel/ui/parts/facts.module.css';

type Row = WireRow<typeof reconciliation.one>;
const field = fieldsOf(reconciliation.act);

function Steps({ id }: { id: string }) {
  const { data, error, refetch } = useRead(reconciliation.steps, { id });
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  const words: Readonly<Record<string, string>> = { ...say.step };
  return (
    <ol className={sheet.steps}>
      {data.map((step) => (
        <li key={step.id}>
          <strong>{words[step.what]}</strong>
          {step.words && <p>{step.words}</p>}
          <small>{[step.who ?? say.nobody, momentText(step.at)].join(' · ')}</small>
        </li>
      ))}
    </ol>
  );
}

function Acts({ row }: { row: Row }) {
  const actor = useActor();
  const may = useMay()(reconciliation.act.can);
  const { run } = useAct(reconciliation.act);
  const [chosen, setChosen] = useState<DifferenceAct>();
  if (!may) return null;
  const isOwn = row.madeById === actor.id || row.toldById === actor.id;
  const acts = differenceActs.filter((act) => mayDo(row, act) && !(isOwn && decidingActs.includes(act)));
  const send = async (act: DifferenceAct, words?: string): Promise<void> => {
    await run({ id: String(row.id), act, words } as Input<typeof reconciliation.act>);
    notice.success(say.done);
    setChosen(undefined);
  };
  const choose = (act: DifferenceAct): void => {
    if (act === 'take' || act === 'ask') void send(act);
    else setChosen(act);
  };
  return (
    <>
      {isOwn && row.state === 'open' && <p>{say.ownHint}</p>}
      <div className={sheet.acts}>
        {acts.map((act) => (
          <Button key={act} variant={act === chosen ? 'filled' : 'light'} onClick={() => choose(act)}>
            {say.acts[act]}
          </Button>
        ))}
      </div>
      {chosen && (
        <Form
          key={chosen}
          fields={[field.area('words', say.words, { required: true, needed: say.needWords })]}
          start={{}}
          submit={say.acts[chosen]}
          onSubmit={async ({ words }: Record<string, unknown>) => send(chosen, String(words))}
        />
      )}
    </>
  );
}

export function DifferenceSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useRead(reconciliation.one, { id });
  const facts = row && [
    [say.ours, exactRupees(row.ours)],
    [say.theirs, exactRupees(row.theirs)],
    [say.difference, exactRupees(row.difference)],
    [say.day, dayText(row.day)],
    [say.gateway, gatewayWords(row.gateway)],
    [say.client, row.client],
    [say.loanNumber, row.loanNumber],
    [say.owner, row.owner],
    [say.order, row.order],
    [say.entity, row.entity],
    [say.utr, row.utr],
    [say.file, row.fileName],
    [say.madeBy, row.madeBy],
  ];
  return (
    <Sheet title={row ? say.kinds[row.kind] : say.difference} about={row?.borrower ?? ''} onClose={onClose}>
      {!row &&
        (error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />)}
      {row && (
        <div className={sheet.sheet}>
          <p>{statePill(row)}</p>
          <p>{say.kindsAbout[row.kind]}</p>
          {row.toldBy && <p>{say.toldBy(row.toldBy)}</p>}
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
        </div>
      )}
    </Sheet>
  );
}
