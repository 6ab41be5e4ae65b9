/** Lender's decision on a settlement, and earlier remarks. */
import type { Input } from '#kernel/contract/endpoint.ts';
import { portal } from '#contexts/settlements/contract/portal.ts';
import { borrowerDocumentsText } from '#contexts/loans/text/en/borrower-documents.ts';
import { portalText as say } from '#contexts/settlements/text/en/portal.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { type Field, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Papers } from '#kernel/ui/form/papers/papers.tsx';
import { momentText, money } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './portal.module.css';

const field = fieldsOf(portal.answer);
type Answer = Input<typeof portal.answer>;
interface Way {
  title: string;
  status: Answer['status'];
  fields: readonly Field[];
  done: string;
}
const ways: Readonly<Record<string, Way | undefined>> = {
  reject: {
    title: say.reject,
    status: 'Rejected',
    fields: [field.area('comments', say.rejectionReason, { required: true, needed: say.needReason })],
    done: say.rejected,
  },
  counter: {
    title: say.counter,
    status: 'AmountUpdated',
    fields: [
      field.money('amount', say.yourAmount, { required: true, needed: say.needAmount }),
      field.area('comments', say.comments),
    ],
    done: say.countered,
  },
  query: {
    title: say.query,
    status: 'QueryRaised',
    fields: [field.area('comments', say.question, { required: true, needed: say.needQuestion })],
    done: say.asked,
  },
};

function Steps({ id }: { id: string }) {
  const { data, error, refetch } = useRead(portal.timeline, { id });
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  if (data.length === 0) return <p>{say.noSteps}</p>;
  return (
    <ol className={css.steps}>
      {data.map((step) => (
        <li key={step.id}>
          <strong>
            {[step.status, step.amount !== null && money(step.amount)].filter(Boolean).join(' · ')}
          </strong>
          {step.comment && <p>{step.comment}</p>}
          <small>{[step.createdByName, momentText(step.createdAt)].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ol>
  );
}

/** Viewed over links of two minutes; the lender cannot delete. */
function PapersOf({ id }: { id: string }) {
  const { data, error, refetch } = useRead(portal.documents, { id });
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  const papers = data.map((paper) => ({ ...paper, mayRemove: false }));
  return (
    <Papers
      papers={papers}
      say={borrowerDocumentsText}
      remove={{ run: async () => undefined, busy: false }}
    />
  );
}

export function AnswerDialog({ what, id, onClose }: { what: string; id: string; onClose: () => void }) {
  const { run } = useAct(portal.answer);
  if (what === 'timeline')
    return (
      <Sheet title={say.timeline} from="right" onClose={onClose}>
        <Steps id={id} />
      </Sheet>
    );
  if (what === 'papers')
    return (
      <Sheet title={say.papers} from="right" onClose={onClose}>
        <PapersOf id={id} />
      </Sheet>
    );
  const way = ways[what];
  if (!way) return null;
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await run({ ...given, id, status: way.status });
    notice.success(way.done);
    onClose();
  };
  return (
    <Sheet title={way.title} onClose={onClose}>
      <Form fields={way.fields} start={{}} submit={way.title} onSubmit={save} />
    </Sheet>
  );
}
