import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { useAct } from '#kernel/client/calls/query.ts';
import { type Field, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet.tsx';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { holders } from './holders.ts';
import css from './loans.module.css';

const assign = fieldsOf(loans.assign);
const allocate = fieldsOf(loans.allocate);

interface Ways {
  title: string;
  runs: Endpoint;
  fields: (clientId: string) => readonly Field[];
  done: (changed: number) => string;
}
const ways: Readonly<Record<'assign' | 'allocate', Ways>> = {
  assign: {
    title: say.reassign,
    runs: loans.assign,
    // Campaign first: it says who may be chosen.
    fields: (clientId) => [
      assign.pick('campaignId', say.campaign, { asks: { clientId } }),
      assign.pick('userIds', say.users, { within: 'campaignId', asks: holders, most: 500 }),
    ],
    done: say.reassigned,
  },
  allocate: {
    title: say.assignAllocation,
    runs: loans.allocate,
    fields: () => [allocate.pick('allocationTypeId', say.allocationType)],
    done: say.allocated,
  },
};

interface Props {
  what: keyof typeof ways;
  clientId: string;
  ids: ReadonlySet<number>;
  clear: () => void;
  close: () => void;
}

/** Asks what is missing, does it to all of them, and lets the selection go. */
export function HandOutForm({ what, clientId, ids, clear, close }: Props) {
  const { title, runs, fields, done } = ways[what];
  const { run } = useAct(runs);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const answer = (await run({ ...given, loanIds: [...ids] } as Input<typeof runs>)) as unknown as {
      changed: number;
    };
    notice.success(done(answer.changed));
    clear();
    close();
  };
  return (
    <Sheet title={title} onClose={close}>
      <p className={css.about}>{kitText.selected(ids.size)}</p>
      <Form fields={fields(clientId)} start={{}} onSubmit={save} submit={kitText.save} />
    </Sheet>
  );
}
