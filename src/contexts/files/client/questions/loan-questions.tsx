/** Rows with a new loan number similar to an existing one, next to that loan: the same or a different one? */
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { files } from '#contexts/files/contract/files.ts';
import { questionsText as say } from '#contexts/files/text/en/loan-questions.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { markStale, useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { exactRupees } from '#kernel/ui/parts/values/format.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../mend/mend.module.css';
import type { FileJob } from '../progress.tsx';

type Question = WireRow<typeof files.questions>['rows'][number];
const numberOf = (n: number): string => n.toLocaleString('en-IN');
const rupeesOf = (amount: number | null): string => (amount === null ? '–' : exactRupees(amount));

function Side({ side, isHere }: { side: Question['file']; isHere: boolean }) {
  const { loanNumber, n, name, mobile, principalOutstanding, totalOutstanding } = side;
  return (
    <div>
      <b>{loanNumber}</b>
      <div>{[name, mobile].filter(Boolean).join(' · ')}</div>
      <div className={css.quiet}>{say.sums(rupeesOf(principalOutstanding), rupeesOf(totalOutstanding))}</div>
      {isHere && n !== null && <div className={css.quiet}>{say.otherRow(numberOf(n))}</div>}
    </div>
  );
}

interface AnswerProps {
  question: Question;
  isBusy: boolean;
  onAnswer: (question: Question, isSame: boolean) => void;
}
const choices = [
  [true, say.same],
  [false, say.different],
] as const;
function Answer({ question, isBusy, onAnswer }: AnswerProps) {
  return (
    <div role="group" aria-label={say.answerOf(numberOf(question.n))} className={css.foot}>
      {choices.map(([isSame, label]) => (
        <Button
          key={label}
          size="sm"
          variant={question.isSame === isSame ? 'filled' : 'default'}
          aria-pressed={question.isSame === isSame}
          disabled={isBusy}
          onClick={() => onAnswer(question, isSame)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function Rows({ rows, ...of }: { rows: readonly Question[] } & Omit<AnswerProps, 'question'>) {
  const isPhone = useIsPhone();
  const keyOf = ({ n, like }: Question): string => `${n} ${like.loanNumber}`;
  if (isPhone)
    return (
      <ul className={css.cards}>
        {rows.map((question) => (
          <li key={keyOf(question)}>
            <p className={css.quiet}>{say.inFile}</p>
            <Side side={question.file} isHere={false} />
            <p className={css.quiet}>{say.here}</p>
            <Side side={question.like} isHere />
            <Answer question={question} {...of} />
          </li>
        ))}
      </ul>
    );
  return (
    <PlainTable
      label={say.title}
      heads={[say.row, say.inFile, say.here, say.answer]}
      rows={rows.map((question) => ({
        key: keyOf(question),
        cells: [
          numberOf(question.n),
          <Side key="file" side={question.file} isHere={false} />,
          <Side key="like" side={question.like} isHere />,
          <Answer key="answer" question={question} {...of} />,
        ],
      }))}
    />
  );
}

export function LoanQuestions({ job }: { job: FileJob }) {
  const { data } = useRead(files.questions, { id: String(job.id) });
  const act = useAct(files.answer);
  if (!data || data.count === 0 || !job.isDryRun) return null;
  const run = async (more: {
    all?: boolean;
    rows?: { n: number; likeNumber: string; isSame: boolean }[];
  }) => {
    try {
      await act.run({ id: String(job.id), ...more });
      markStale(['files']);
    } catch (error) {
      notice.error(error instanceof ApiFailure ? error.words : say.failed);
    }
  };
  const isBusy = act.busy || job.status !== 'completed';
  const more = data.count - data.rows.length;
  return (
    <section className={css.mend} aria-label={say.title}>
      <h3>{say.title}</h3>
      <p role="status">
        {say.about(data.open)}{' '}
        <Link className={look.link} to="/admin/borrowers/duplicates/answers">
          {say.answersGiven}
        </Link>
      </p>
      <div className={css.foot}>
        <Button
          variant="default"
          disabled={isBusy}
          {...greyed(data.open === 0 && say.noneOpen)}
          onClick={() => void run({ all: true })}
        >
          {say.allSame}
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          {...greyed(data.open === 0 && say.noneOpen)}
          onClick={() => void run({ all: false })}
        >
          {say.allDifferent}
        </Button>
      </div>
      <Rows
        rows={data.rows}
        isBusy={isBusy}
        onAnswer={({ n, like }, isSame) => void run({ rows: [{ n, likeNumber: like.loanNumber, isSame }] })}
      />
      {more > 0 && <p className={css.quiet}>{say.more(more)}</p>}
    </section>
  );
}

/** Loans of the file that are in another portfolio, where they stay. */
export function LoansElsewhere({ job: { elsewhereLoansCount, elsewhereLoans } }: { job: FileJob }) {
  if (!elsewhereLoansCount) return null;
  const portfolios = elsewhereLoans.map(({ name, count }) => `${name} (${numberOf(count)})`).join(', ');
  return (
    <p className={css.quiet} role="status">
      {say.elsewhere(elsewhereLoansCount, portfolios)}
    </p>
  );
}

/** Open questions of the file, which is applied once none remain. */
export function useOpenQuestions(job: FileJob): number {
  const { data } = useRead(files.questions, { id: String(job.id) });
  return job.questionsCount ? (data?.open ?? job.questionsCount) : 0;
}
