import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { callsText } from '#contexts/dialer/text/en/calls.ts';
import { visitsText } from '#contexts/work/text/en/visits.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { momentText, money } from '#kernel/ui/parts/values/format.ts';
import { ColourTag } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';
import { Facts } from '../facts.tsx';
import { Read } from '../reading.tsx';

const numbers: Readonly<Record<string, string | undefined>> = {
  mobile: say.mobile,
  alternateContact1: say.alternateContact1,
  alternateContact2: say.alternateContact2,
};
const visited: Readonly<Record<string, string | undefined>> = visitsText.outcomes;
const directions: Readonly<Record<string, string | undefined>> = callsText.types;
const most = 200;

const wordOf = (kind: string, what: string): string =>
  (kind === 'visit' ? visited[what] : numbers[what]) ?? what;

/** Everything that happened to a loan, newest first (G069). */
export function History({ loanId }: { loanId: number }) {
  const reading = useRead(loans.history, { id: String(loanId), size: most });
  return (
    <Read of={reading}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={css.none}>{say.noHistory}</p>
        ) : (
          <ol className={css.outcomes}>
            {rows.map(({ at, kind, by, what, detail, amount }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- nothing else tells two things of one moment apart
              <li key={`${at}${kind}${i}`}>
                <span className={css.what}>
                  {[say.kinds[kind], what && wordOf(kind, what)].filter(Boolean).join(' · ')}
                </span>
                {amount !== null && <span className={css.amount}>{money(amount)}</span>}
                <span className={css.when}>{[momentText(at), by ?? say.nobody].join(' · ')}</span>
                {detail && (
                  <span className={css.comment}>{(kind === 'call' && directions[detail]) || detail}</span>
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Read>
  );
}

export function Allocations({ loanId }: { loanId: number }) {
  const reading = useRead(loans.allocations, { id: String(loanId) });
  const { data } = reading;
  if (!data?.length)
    return (
      <Facts title={say.allocations} facts={[]} empty={absenceWords(statementIn(reading), say.noHistory)} />
    );
  return (
    <section className={css.box}>
      <h2>{say.allocations}</h2>
      <ol className={css.outcomes}>
        {data.map(({ at, name, colorCode, by }) => (
          <li key={at}>
            <ColourTag colour={colorCode ?? 'transparent'}>{name ?? '–'}</ColourTag>
            <span className={css.when}>{[momentText(at), by].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
