import { useState } from 'react';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { NotSent } from '#kernel/ui/form/before-off.tsx';
import { Question } from '#kernel/ui/form/question.tsx';
import { type Field, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import type { BarProps } from '#kernel/ui/list/list-spec.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { holders } from './holders.ts';
import { chosenWords, matchingOf } from '../matching.ts';
import css from '../loans.module.css';

const assign = fieldsOf(loans.assign);
const allocate = fieldsOf(loans.allocate);

interface Ways {
  title: string;
  runs: Endpoint;
  fields: (clientId: string) => readonly Field[];
  /** Before all that match are changed. */
  asks: (count: number) => string;
  done: (changed: number) => string;
}
const ways: Readonly<Record<'assign' | 'allocate', Ways>> = {
  assign: {
    title: say.reassign,
    runs: loans.assign,
    // Campaign first: it determines the assignable agents.
    fields: (clientId) => [
      assign.pick('campaignId', say.campaign, { asks: { clientId } }),
      assign.pick('userIds', say.users, { within: 'campaignId', asks: holders, most: 500 }),
    ],
    asks: say.reassignAsks,
    done: say.reassigned,
  },
  allocate: {
    title: say.assignAllocation,
    runs: loans.allocate,
    fields: () => [allocate.pick('allocationTypeId', say.allocationType)],
    asks: say.allocateAsks,
    done: say.allocated,
  },
};

interface Props extends BarProps {
  what: keyof typeof ways;
  clientId: string;
  close: () => void;
}

/** Collects missing input, applies it to all, and clears the selection. */
export function HandOutForm({ what, clientId, ids, clear, matching, close }: Props) {
  const { title, runs, fields, asks, done } = ways[what];
  const { run } = useAct(runs);
  const [asked, setAsked] = useState<(isYes: boolean) => void>();
  /** More than the visible rows need a confirmation. */
  const isMeant = (): Promise<boolean> =>
    matching ? new Promise((answer) => setAsked(() => answer)) : Promise.resolve(true);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    if (!(await isMeant())) throw new NotSent();
    const which = matching ? matchingOf(matching) : { loanIds: [...ids] };
    const answer = (await run({ ...given, ...which } as Input<typeof runs>)) as unknown as {
      changed: number;
    };
    notice.success(done(answer.changed));
    clear();
    close();
  };
  return (
    <Sheet title={title} onClose={close}>
      <p className={css.about}>{chosenWords({ ids, matching })}</p>
      <Form fields={fields(clientId)} start={{}} onSubmit={save} submit={kitText.save} />
      {matching && asked && (
        <Question
          words={asks(matching.count)}
          yes={title}
          no={kitText.cancel}
          isSafe="no"
          onAnswer={(isYes) => {
            setAsked(undefined);
            asked(isYes);
          }}
        >
          <p>{say.dncLeftOut}</p>
        </Question>
      )}
    </Sheet>
  );
}
