/** The user's requests pending with others, to view and withdraw. Hidden when empty. */
import { useState } from 'react';
import { authority } from '#contexts/authority/contract/authority.ts';
import type { AuthorityKind } from '#contexts/authority/contract/rules.ts';
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { DecisionCard, Decisions } from '#kernel/ui/parts/sheet/decisions.tsx';
import { momentWords } from '#kernel/ui/parts/values/format.ts';
import { figuresOf } from './act-figures.ts';

type Asked = WireRow<typeof authority.asked>;
const most = 20;

export function WaitsForOthers() {
  const reading = useRead(authority.asked, { size: most }, { keepPrevious: true });
  const { data } = reading;
  const absent = absenceWords(statementIn(reading), '');
  if (!data && absent) return <Decisions id="asked-of-authority" title={say.askedTitle} empty={absent} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <Decisions id="asked-of-authority" title={say.askedTitle} about={say.askedAbout}>
      <ul>
        {data.rows.map((row) => (
          <Card key={row.id} row={row} />
        ))}
      </ul>
    </Decisions>
  );
}

function Card({ row }: { row: Asked }) {
  const [isOpen, setOpen] = useState(false);
  const { run, busy } = useAct(authority.withdraw);
  const { act, waitsFor, dueAt } = row;
  const answer = async (isYes: boolean): Promise<void> => {
    if (isYes)
      try {
        await run({ id: String(row.id) });
        notice.success(say.takenBack);
      } catch (error) {
        notice.error(wordsOf(error) ?? say.failed);
      }
    setOpen(false);
  };
  return (
    <DecisionCard
      who={<strong>{say.of(say.cases[row.kind as Exclude<AuthorityKind, 'settlement'>], act.name)}</strong>}
      figures={figuresOf(act)}
      lines={[
        !row.isMine && say.asks(row.askedBy),
        waitsFor.length > 0 ? say.waitsFor(waitsFor.join(', ')) : say.byItself(momentWords(dueAt)),
      ]}
      ways={[{ label: say.takeBack, named: say.of(say.takeBack, act.name), run: () => setOpen(true) }]}
    >
      {isOpen && (
        <Question
          words={say.askTakeBack(act.name)}
          yes={say.takeBack}
          no={kitText.cancel}
          busy={busy}
          onAnswer={(isYes) => void answer(isYes)}
        />
      )}
    </DecisionCard>
  );
}
