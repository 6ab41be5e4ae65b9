/** What happened to a settlement, and what was remarked about it. */
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { momentText, money } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import css from './settlements.module.css';

const field = fieldsOf(settlements.remark);
type Told = typeof settlements.history | typeof settlements.timeline | typeof settlements.clientTimeline;
const wordOf = (status: string): string => (say.states as Record<string, string>)[status] ?? status;

export function Steps({ id, of }: { id: string; of: Told }) {
  const { data, error, refetch } = useRead(of as typeof settlements.history, { id });
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  if (data.length === 0) return <p>{say.noSteps}</p>;
  return (
    <ol className={css.steps}>
      {data.map((step) => (
        <li key={step.id}>
          <strong>
            {[wordOf(step.status), step.amount !== null && money(step.amount)].filter(Boolean).join(' · ')}
          </strong>
          <small>
            {[step.createdByName ?? say.nobody, step.userRole, momentText(step.createdAt)]
              .filter(Boolean)
              .join(' · ')}
          </small>
          {step.comment && <p>{step.comment}</p>}
        </li>
      ))}
    </ol>
  );
}

export function Remarks({ id }: { id: string }) {
  const { data, error, refetch } = useRead(settlements.remarks, { id });
  const add = useAct(settlements.remark);
  const save = async ({ content }: Record<string, unknown>): Promise<void> => {
    await add.run({ settlementId: Number(id), content: String(content) });
    notice.success(say.remarksAdded);
  };
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  return (
    <>
      {data.length === 0 && <p>{say.noRemarks}</p>}
      <ol className={css.steps}>
        {data.map((remark) => (
          <li key={remark.id}>
            <p>{remark.content}</p>
            <small>
              {[
                `${remark.createdUser.firstName} ${remark.createdUser.lastName}`,
                remark.createdUser.roleName,
                momentText(remark.createdAt),
                remark.isForClient && say.forClient,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      {/* Empty again after each remark. */}
      <Form
        key={data.length}
        fields={[field.area('content', say.remark)]}
        start={{}}
        submit={say.addRemark}
        onSubmit={save}
      />
    </>
  );
}
