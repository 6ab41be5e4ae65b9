import { useState } from 'react';
import type { Endpoint, Input } from '#contract/kernel/endpoint.ts';
import { loans } from '#contract/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { loansText as say } from '#text/en/loans.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct } from '#client/kernel/query.ts';
import { useMay } from '#client/kernel/session.tsx';
import { useUrlState } from '#client/kernel/url.ts';
import { type Field, fieldsOf } from '#client/ui/fields.ts';
import { Form } from '#client/ui/form.tsx';
import { Sheet } from '#client/ui/sheet.tsx';
import css from './loans.module.css';

const assign = fieldsOf(loans.assign);
const allocate = fieldsOf(loans.allocate);
/** Whom loans are given to (document 2, section 2). */
export const holders = { type: 'agent,manager,tech_lead' };

/** Campaign first: it says who may be chosen. */
const assignFields = (clientId: string): Field[] => [
  assign.pick('campaignId', say.campaign, { asks: { clientId } }),
  assign.pick('userIds', say.users, { within: 'campaignId', asks: holders, most: 500 }),
];
const allocateFields: Field[] = [allocate.pick('allocationTypeId', say.allocationType)];

/** What is done with the selected loans. Giving them away needs one client, because campaigns are of a client. */
export function HandOut({ ids, clear }: { ids: ReadonlySet<number>; clear: () => void }) {
  const { get } = useUrlState();
  const mayAsk = useMay();
  const [open, setOpen] = useState<'assign' | 'allocate'>();
  const clientId = get('clientId');
  if (!mayAsk(loans.assign.can)) return null;
  const close = (): void => setOpen(undefined);
  return (
    <div role="group" aria-label={kitText.actions} className={css.actions}>
      {!clientId && <small>{say.clientFirst}</small>}
      <button type="button" disabled={!clientId} onClick={() => setOpen('assign')}>
        {say.reassign}
      </button>
      <button type="button" onClick={() => setOpen('allocate')}>
        {say.assignAllocation}
      </button>
      {open === 'assign' && clientId && (
        <Ask
          title={say.reassign}
          runs={loans.assign}
          fields={assignFields(clientId)}
          done={say.reassigned}
          {...{ ids, clear, close }}
        />
      )}
      {open === 'allocate' && (
        <Ask
          title={say.assignAllocation}
          runs={loans.allocate}
          fields={allocateFields}
          done={say.allocated}
          {...{ ids, clear, close }}
        />
      )}
    </div>
  );
}

/** Asks what is missing, does it to all of them, and lets the selection go. */
function Ask({
  title,
  runs,
  fields,
  done,
  ids,
  clear,
  close,
}: {
  title: string;
  runs: Endpoint;
  fields: readonly Field[];
  done: (changed: number) => string;
  ids: ReadonlySet<number>;
  clear: () => void;
  close: () => void;
}) {
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
      <Form fields={fields} start={{}} onSubmit={save} submit={kitText.save} />
    </Sheet>
  );
}
