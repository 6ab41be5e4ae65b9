/** Review detail: reason, input, and both values where they differ. */
import { useId, useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { FailureCode } from '#kernel/contract/failure.ts';
import { syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import { failuresText } from '#text/en/failures.ts';
import { syncReviewsText as say } from '#contexts/sync/text/en/sync-reviews.ts';
import { syncText } from '#contexts/sync/text/en/sync.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { dayText, momentText } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from './reviews.module.css';

type Review = WireRow<typeof syncReviews.list>;

const refusals: Readonly<Record<string, (facts: Record<string, string | number>) => string>> = failuresText;
/** Reason of the review; an entry sent by its author includes its failure message. */
function reasonText({ code, facts = {} }: Review['reasons'][number]): string {
  const said = syncText.notices[code](facts);
  const refusal = refusals[String(facts['code']) as FailureCode]?.({});
  return refusal ? `${said} ${say.refusedWith}: ${refusal}` : said;
}

/** Formats days and times; other values are unchanged. */
function valueText(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value);
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? momentText(value) : value;
}

function Facts({ row }: { row: Review }) {
  const facts: [string, string | null | undefined][] = [
    [say.loanNumber, row.loan?.loanNumber ?? say.noLoan],
    [say.borrower, row.loan?.borrowerName],
    [say.author, row.authorName],
    [say.writtenAt, momentText(row.effectiveAt)],
    [say.arrivedAt, momentText(row.createdAt)],
    [say.disposition, row.disposition],
    [say.subDisposition, row.subDisposition],
    ...row.lines.map(({ field, value }): [string, string] => [say.fieldName(field), valueText(value)]),
    [say.authorSays, row.note],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(
        ([name, value]) => value && [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>],
      )}
    </dl>
  );
}

function Differences({ rows }: { rows: Review['differences'] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{say.differs}</h3>
      <dl className={css.facts}>
        {rows.map(({ field, wanted, found }) => [
          <dt key={`${field}-name`}>{say.fieldName(field)}</dt>,
          <dd key={field}>
            {say.wanted}: <strong>{valueText(wanted)}</strong> · {say.found}:{' '}
            <strong>{valueText(found)}</strong>
          </dd>,
        ])}
      </dl>
    </>
  );
}

function Acts({ row, onClose }: { row: Review; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [fault, setFault] = useState('');
  const id = useId();
  const accept = useAct(syncReviews.accept);
  const reject = useAct(syncReviews.reject);
  const isBusy = accept.busy || reject.busy;
  const decide = async (run: () => Promise<unknown>, done: string): Promise<void> => {
    setFault('');
    try {
      await run();
      notice.success(done);
      onClose();
    } catch (error) {
      setFault(error instanceof ApiFailure ? error.message : say.failed);
    }
  };
  const key = { id: String(row.id), note };
  return (
    <>
      <label htmlFor={id}>{say.note}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        value={note}
        aria-invalid={fault !== '' || undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => setNote(event.target.value)}
      />
      <p id={`${id}-fault`} className={css.fault} role="alert">
        {fault}
      </p>
      <p className={css.about}>{say.acceptAbout}</p>
      <div className={css.acts}>
        <button
          type="button"
          className={`${look.plain} ${look.tall}`}
          disabled={isBusy}
          onClick={() =>
            note.trim() ? void decide(() => reject.run(key), say.rejected) : setFault(say.noteNeeded)
          }
        >
          {say.reject}
        </button>
        <button
          type="button"
          className={`${look.main} ${look.tall}`}
          disabled={isBusy}
          onClick={() => void decide(() => accept.run(key), say.accepted)}
        >
          {say.accept}
        </button>
      </div>
    </>
  );
}

export function ReviewDecision({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useRead(syncReviews.list, { ids: [id] });
  const row = data?.rows[0];
  return (
    <Sheet title={say.title} onClose={onClose}>
      {!data && !error && <ListSkeleton isPhone columns={1} />}
      {!data && error && <ListTrouble error={error} onRetry={refetch} />}
      {row && (
        <div className={css.decision}>
          <ul className={css.reasons}>
            {row.reasons.map((reason) => (
              <li key={reason.code}>{reasonText(reason)}</li>
            ))}
          </ul>
          <h3>{say.written}</h3>
          <Facts row={row} />
          <Differences rows={row.differences} />
          {row.isMine && <Acts row={row} onClose={onClose} />}
          {row.decidedAt && (
            <p>
              {say.states[row.state]}: {say.decidedBy(row.decidedByName ?? '', momentText(row.decidedAt))}
              {row.decisionNote && ` – ${row.decisionNote}`}
            </p>
          )}
        </div>
      )}
    </Sheet>
  );
}
