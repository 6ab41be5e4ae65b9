/** Dialogs of the settlement list: the forms of its steps, its remarks and its timelines. */
import { type ReactNode, useState } from 'react';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { appText } from '#text/en/app.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { dayText, money } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { approvedOr } from './actions.ts';
import { Documents } from './documents.tsx';
import { MailForm } from './mail-form.tsx';
import { Remarks, Steps } from './timelines.tsx';
import css from './settlements.module.css';

const field = fieldsOf(settlements.updateStatus);
const ask = fieldsOf(settlements.raiseQuery);
const again = fieldsOf(settlements.reinitiate);

interface Props {
  id: string;
  onClose: () => void;
}

/** Form of one step; closed with its toast on success. */
function StepForm(o: {
  fields: Parameters<typeof Form>[0]['fields'];
  start?: Parameters<typeof Form>[0]['start'];
  submit: string;
  done: string;
  run: (given: Record<string, unknown>) => Promise<unknown>;
  onClose: () => void;
}) {
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await o.run(given);
    notice.success(o.done);
    o.onClose();
  };
  return <Form fields={o.fields} start={o.start ?? {}} submit={o.submit} onSubmit={save} />;
}

function useUpdate(id: string) {
  const { run } = useAct(settlements.updateStatus);
  return (status: 'Rejected' | 'AmountUpdated') => (given: Record<string, unknown>) =>
    run({ ...given, id: Number(id), status } as Input<typeof settlements.updateStatus>);
}

function Reject({ id, onClose }: Props) {
  const update = useUpdate(id);
  return (
    <StepForm
      fields={[
        field.area('comments', say.rejectionReason, { required: true, needed: say.needReason }),
        field.money('suggestedAmount', say.suggestedAmount, { required: true, needed: say.needSuggested }),
      ]}
      submit={say.reject}
      done={say.succeed}
      run={update('Rejected')}
      onClose={onClose}
    />
  );
}

function Amount({ id, onClose }: Props) {
  const update = useUpdate(id);
  return (
    <StepForm
      fields={[field.money('updateAmount', say.settlementAmount, { required: true, needed: say.needAmount })]}
      submit={say.editAmount}
      done={say.amountUpdated}
      run={update('AmountUpdated')}
      onClose={onClose}
    />
  );
}

/** A repeated request shows the rejection reason, and starts with the suggested amount. */
function Reinitiate({ id, onClose }: Props) {
  const { run } = useAct(settlements.reinitiate);
  const { data, error } = useRead(settlements.list, { ids: [Number(id)] });
  const maySee = useMay()(settlements.timeline.can);
  if (!data && !error) return <ListSkeleton isPhone columns={1} />;
  const suggested = data?.rows[0]?.suggestedAmount ?? undefined;
  return (
    <>
      {suggested !== undefined && (
        <p>
          {say.suggestedAmount}: <strong>{money(suggested)}</strong>
        </p>
      )}
      {maySee && <WhyRejected id={id} />}
      <StepForm
        fields={[again.money('amount', say.settlementAmount), again.area('comments', say.comment)]}
        start={suggested === undefined ? {} : { amount: String(suggested) }}
        submit={say.reinitiate}
        done={say.reinitiated}
        run={(given) => run({ ...given, id })}
        onClose={onClose}
      />
    </>
  );
}

function WhyRejected({ id }: { id: string }) {
  const { data } = useRead(settlements.timeline, { id });
  const reason = data?.find(({ status, comment }) => status === 'Rejected' && comment)?.comment;
  if (!reason) return null;
  return (
    <p>
      {say.rejectionReason}: <q>{reason}</q>
    </p>
  );
}

/** Users with the permission choose whether the lender reads it (G101). */
function Query({ id, onClose }: Props) {
  const mayTell = useMay()(settlements.remarkToClient.can);
  const [isForClient, setForClient] = useState(false);
  const query = useAct(settlements.raiseQuery);
  const run = ({ comment }: Record<string, unknown>) =>
    query.run({
      settlementId: Number(id),
      comment: String(comment),
      ...(mayTell && isForClient && { isForClient }),
    });
  return (
    <>
      {mayTell && (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={isForClient}
            onChange={({ target }) => setForClient(target.checked)}
          />
          {say.toClient}
        </label>
      )}
      <StepForm
        fields={[ask.area('comment', say.query)]}
        submit={say.raiseQuery}
        done={say.queryRaised}
        run={run}
        onClose={onClose}
      />
    </>
  );
}

type Row = WireRow<typeof settlements.one>;
type What = (props: Props & { row: Row }) => ReactNode;
/** An expired one is approved with the day agreed on with the borrower. */
function ApproveWithDay({ id, row, onClose }: Props & { row: Row }) {
  const { run } = useAct(settlements.updateStatus);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const settlementDate = String(given['settlementDate']);
    const done = await run({ id: Number(id), status: 'Approved', settlementDate });
    notice.success(approvedOr(done));
    onClose();
  };
  return (
    <>
      <p>{say.newDayAbout(dayText(row.settlementDate))}</p>
      <Form
        fields={[field.day('settlementDate', say.newDay, { required: true, needed: say.needDay })]}
        start={{}}
        submit={say.approve}
        onSubmit={save}
      />
    </>
  );
}

const dialogs: Readonly<Record<string, { title: string; from?: 'box' | 'right'; part: What } | undefined>> = {
  approve: { title: say.approveWithDay, part: ApproveWithDay },
  reject: { title: say.reject, part: Reject },
  amount: { title: say.editAmount, part: Amount },
  query: { title: say.raiseQuery, part: Query },
  reinitiate: { title: say.reinitiate, part: Reinitiate },
  mail: { title: say.sendMail, part: MailForm },
  documents: { title: say.documents, part: Documents },
  remarks: { title: say.remarks, part: Remarks },
  history: { title: say.history, part: ({ id }) => <Steps id={id} of={settlements.history} /> },
  timeline: {
    title: say.timeline(appText.product),
    from: 'right',
    part: ({ id }) => <Steps id={id} of={settlements.timeline} />,
  },
  clientTimeline: {
    title: say.clientTimeline,
    from: 'right',
    part: ({ id }) => <Steps id={id} of={settlements.clientTimeline} />,
  },
};

export function SettlementDialog({ what, id, onClose }: Props & { what: string }) {
  const dialog = dialogs[what];
  const { data: row, error, refetch } = useRead(settlements.one, { id });
  if (!dialog) return null;
  const { title, from, part: Part } = dialog;
  return (
    <Sheet title={title} from={from} onClose={onClose}>
      {!row &&
        (error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />)}
      {row && (
        <>
          <p className={css.about}>
            {[
              row.settlementLoan.borrowerName,
              row.settlementLoan.loanNumber,
              money(row.amount),
              dayText(row.settlementDate),
            ].join(' · ')}
          </p>
          <Part id={id} row={row} onClose={onClose} />
        </>
      )}
    </Sheet>
  );
}
