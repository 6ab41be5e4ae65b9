import { Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { status } from '#contexts/reporting/contract/status.ts';
import { statusText as say } from '#contexts/reporting/text/en/status.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { appText } from '#text/en/app.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { figureWords, labelWords, wholeWords } from './figure-words.ts';
import css from './status.module.css';

type Figure = WireRow<typeof status.figures>;

/** Link for fixing an overdue metric, where one exists. */
const places: Readonly<Record<string, string>> = {
  calls_abandoned_share: '/admin/campaigns',
  campaigns_without_node: '/admin/campaigns',
  lines_out_of_service: '/admin/trunks',
  file_jobs_oldest_seconds: '/admin/files',
  gateway_differences_old: '/admin/reconciliation/differences',
  gateway_file_seconds: '/admin/reconciliation/files',
  gateway_news_refused: '/admin/payment-accounts',
  gateway_events_noted: '/admin/reconciliation/differences',
  messages_failed_share: '/admin/communications',
  payments_held_seconds: '/admin/payments/held',
  reviews_oldest_seconds: '/admin/review-queue',
};
const FRESH_MS = 15_000;
/** Maximum listed values, the largest; the others are merged. */
const shown = 5;

/** A newer server may have metrics without texts on this page. */
const wordsFor = (name: string): { title: string; todo: string } =>
  (say.figures as Readonly<Record<string, { title: string; todo: string }>>)[name] ?? {
    title: name.replaceAll('_', ' '),
    todo: '',
  };

/** What runs, what is late and what failed, and what to do about it. */
export function StatusScreen() {
  const { data, error, refetch } = useRead(status.figures, {}, { refetchInterval: FRESH_MS });
  const late = data?.filter(({ isOver }) => isOver) ?? [];
  const fine = data?.filter(({ isOver }) => !isOver) ?? [];
  return (
    <div className={css.page}>
      <h1>{say.title}</h1>
      {error && !data && (
        <p role="alert">
          {wordsOf(error) ?? appText.notReached}{' '}
          <button type="button" className={look.plain} onClick={refetch}>
            {appText.tryAgain}
          </button>
        </p>
      )}
      <div aria-busy={!data && !error}>
        {!data && !error && <FigureBones />}
        {data && (
          <p className={css.sum} data-late={late.length > 0} role="status">
            {late.length > 0 ? say.late(late.length) : say.fine}
          </p>
        )}
        {late.length > 0 && <Figures title={say.needs} figures={late} />}
        {fine.length > 0 && <Figures title={say.runs} figures={fine} />}
      </div>
    </div>
  );
}

/** Height of the loading cards. */
const FigureBones = () => (
  <ul className={css.figures} data-waits>
    {Array.from({ length: 9 }, (_, at) => (
      <li key={at} aria-hidden>
        <Skeleton h={16} w="60%" radius="md" />
        <Skeleton h={26} w="35%" radius="md" />
      </li>
    ))}
  </ul>
);

function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.figures}>
        {figures.map((one) => (
          <li key={one.name} data-late={one.isOver}>
            <FigureCard one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FigureCard({ one: { name, values, limit, isOver } }: { one: Figure }) {
  const { title, todo } = wordsFor(name);
  const place = places[name];
  return (
    <>
      <h3>{title}</h3>
      <strong>{wholeWords(name, values)}</strong>
      {limit !== null && limit > 0 && <span>{say.limit(figureWords(name, limit))}</span>}
      {values.some(({ label }) => label !== null) && (
        <dl>
          {values.slice(0, shown).map(({ label, value }) => (
            <div key={label}>
              <dt>{label !== null && labelWords(label)}</dt>
              <dd>{figureWords(name, value)}</dd>
            </div>
          ))}
          {values.length > shown && (
            <div>
              <dt>{say.others(values.length - shown)}</dt>
              <dd>{wholeWords(name, values.slice(shown))}</dd>
            </div>
          )}
        </dl>
      )}
      {isOver && todo && <p>{todo}</p>}
      {isOver && name === 'jobs_failed' && <RetryJobs />}
      {isOver && place && (
        <Link className={look.plain} to={place} aria-label={`${say.open}: ${title}`}>
          {say.open}
        </Link>
      )}
    </>
  );
}

function RetryJobs() {
  const { run, busy } = useAct(status.retryJobs);
  const retry = async (): Promise<void> => {
    try {
      const { count } = await run({});
      notice.success(say.retried(count));
    } catch (failure) {
      notice.error(wordsOf(failure) ?? appText.notReached);
    }
  };
  return (
    <button type="button" className={look.main} disabled={busy} onClick={() => void retry()}>
      {say.retry}
    </button>
  );
}
