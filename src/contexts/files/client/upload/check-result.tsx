/** The result of a dry run, counted by the server, with a button to apply it. */
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { files } from '#contexts/files/contract/files.ts';
import { may } from '#kernel/contract/access.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import { filesText } from '#contexts/files/text/en/files.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { markStale, useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { onJobProgress } from '#kernel/client/calls/live/realtime.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import formCss from '#kernel/ui/form/form.module.css';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './mapping.module.css';
import fileCss from '../files.module.css';
import { ConfirmMissing, MissingLoans } from './missing-loans.tsx';
import { ConfirmAmount, OtherTotal, toldIn } from './other-total.tsx';
import { LoanQuestions, LoansElsewhere, useOpenQuestions } from '../questions/loan-questions.tsx';
import { openFile } from '../open-file.ts';
import { FileNotices } from './file-notices.tsx';
import { useUnsaved } from '../mend/unsaved.ts';
import { MendRows } from '../mend/mend-rows.tsx';
import { hasCount } from '../file-counts.ts';
import type { FileJob } from '../progress.tsx';
import { greyed } from '#kernel/ui/parts/greyed.ts';

/** The live line may be down. */
const lookEvery = 2000;
const counted = [
  ['totalRecords', filesText.total, 'plain'],
  ['correctRecords', filesText.correct, 'good'],
  ['incorrectRecords', filesText.incorrect, 'bad'],
  ['newLoansCount', filesText.newLoans, 'good'],
  ['existLoansCount', filesText.existing, 'info'],
  ['knownPaymentsCount', filesText.knownPayments, 'info'],
  ['paymentsToHoldCount', filesText.paymentsToHold, 'warn'],
  ['reActiveLoansCount', filesText.reActivated, 'info'],
  ['missingLoansCount', filesText.missing, 'warn'],
  ['dncLoansCount', filesText.dnc, 'warn'],
] as const;

/** Missing loans matter only for a complete list. */
const countOf = (job: FileJob, name: (typeof counted)[number][0]): number | null =>
  name === 'missingLoansCount' && !job.isNewRecords ? null : job[name];
const isOfKind = (type: FileJob['type'], name: (typeof counted)[number][0]): boolean =>
  name === 'totalRecords' || name === 'correctRecords' || name === 'incorrectRecords' || hasCount(type, name);

function Counts({ job }: { job: FileJob }) {
  return (
    <dl className={css.counts}>
      {counted.map(([name, label, tone]) => {
        const count = countOf(job, name);
        return count === null || !isOfKind(job.type, name) ? null : (
          <div key={name}>
            <dt>
              <StatusPill tone={count === 0 ? 'plain' : tone}>{label}</StatusPill>
            </dt>
            <dd>{count.toLocaleString('en-IN')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Rows under review, with a link for permitted users. */
function HeldRows({ job: { heldRecords } }: { job: FileJob }) {
  const actor = useActor();
  if (!heldRecords) return null;
  return (
    <p className={css.about} role="status">
      {filesText.heldRows(heldRecords)}{' '}
      {may(actor, payments.held.can) && (
        <Link className={look.link} to="/admin/payments/held">
          {filesText.seeHeld}
        </Link>
      )}
    </p>
  );
}

const hasRows = (job: FileJob): boolean => job.type !== 'EXPORT' && job.undoneAt === null;

/** Figures of a file, its first rejected rows, and a link to all of them. */
export function CheckCounts({ job }: { job: FileJob }) {
  return (
    <>
      <Counts job={job} />
      {job.derivedColumns.length > 0 && <p className={css.about}>{say.derived}</p>}
      <HeldRows job={job} />
      <LoansElsewhere job={job} />
      {job.questionsCount ? <LoanQuestions job={job} /> : null}
      <MissingLoans job={job} />
      <OtherTotal job={job} />
      {hasRows(job) && <MendRows job={job} />}
      <FileNotices notices={job.notices} />
      {job.errorFileKey && (
        <button type="button" className={look.link} onClick={() => void openFile(job.errorFileKey ?? '')}>
          {filesText.errorFile}
        </button>
      )}
    </>
  );
}

export function Applying({ job, onClose }: { job: FileJob; onClose: () => void }) {
  const apply = useAct(files.apply);
  const [typed, setTyped] = useState('');
  const [amountTyped, setAmount] = useState('');
  const { missingToConfirm: count, amountToConfirm: amount } = job;
  const open = useOpenQuestions(job);
  const isConfirmed =
    open === 0 &&
    (count === null || typed.replace(/[\s,]/g, '') === String(count)) &&
    (amount === null || toldIn(amountTyped) === amount);
  const unsaved = useUnsaved(job.id);
  const whyNot =
    (unsaved && say.saveFirst[unsaved]) ||
    (!job.correctRecords && say.noneToApply) ||
    (!isConfirmed && say.confirmFirst);
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await apply.run({
        id: String(job.id),
        ...(count !== null && { missing: count }),
        ...(amount !== null && { amount }),
      });
      notice.success(say.applied);
      onClose();
    } catch (error) {
      notice.error(error instanceof ApiFailure ? error.words : filesText.failed);
    }
  };
  return (
    <form className={formCss.form} onSubmit={(event) => void run(event)}>
      <ConfirmMissing count={count} typed={typed} onChange={setTyped} />
      <ConfirmAmount amount={amount} typed={amountTyped} onChange={setAmount} />
      <div className={formCss.foot}>
        <Button variant="default" size="md" onClick={onClose}>
          {say.later}
        </Button>
        <Button type="submit" size="md" loading={apply.busy} {...greyed(whyNot)}>
          {say.apply}
        </Button>
      </div>
    </form>
  );
}

export function CheckResult({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: job } = useRead(files.job, { id: String(id) }, { refetchInterval: lookEvery });
  useEffect(() => onJobProgress(() => markStale(['files'])), []);
  const isOver = job?.status === 'completed' || job?.status === 'failed';
  const wasRead = job?.totalRecords != null;
  if (!job || (!isOver && !wasRead))
    return (
      <p className={fileCss.sending} role="status">
        {say.checking}
        <progress />
      </p>
    );
  if (job.status === 'failed')
    return (
      <p className={formCss.trouble} role="alert">
        {job.errorMsg ?? say.checkFailed}
      </p>
    );
  return (
    <div className={formCss.form} data-form>
      <p className={css.about}>{say.checked}</p>
      <CheckCounts job={job} />
      {isOver && <Applying job={job} onClose={onClose} />}
    </div>
  );
}
