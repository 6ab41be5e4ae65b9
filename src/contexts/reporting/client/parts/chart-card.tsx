/** Figure card: chart or exportable table; refreshed automatically after five minutes, manually not sooner. */
import { IconChartBar, IconDownload, IconPhotoDown, IconRefresh, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { dashboardText } from '#contexts/reporting/text/en/dashboard.ts';
import { kitText } from '#text/en/kit.ts';
import type { Reply } from '#kernel/client/calls/api.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { queryClient, queryOf, readAtOf, useRead } from '#kernel/client/calls/queries/query.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { today } from '#kernel/ui/parts/values/format.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './parts.module.css';
import { csvOf, pictureOf, saveAs } from './save.ts';
import { useAgeAbove, useSaidAbove } from './together.tsx';

/** Document 1, section 4.6. */
const freshFor = 300_000;

async function readAgain(source: Endpoint, input: Input<Endpoint>): Promise<void> {
  if (Date.now() - readAtOf(source, input) < freshFor) {
    notice.warning(dashboardText.waitCard);
    return;
  }
  try {
    await queryClient.fetchQuery({ ...queryOf(source, input, { isAnew: true }), staleTime: 0 });
    notice.success(dashboardText.synced);
  } catch (error) {
    notice.error(wordsOf(error) ?? kitText.failed);
  }
}

/** What is drawn, in figures: the first cell of a row names it. */
export interface ChartSheet {
  heads: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Link to the list of a row's items. */
  to?: readonly (string | undefined)[];
}

interface CardProps<E extends Endpoint> {
  title: string;
  source: E;
  input?: Input<E>;
  about?: (reply: Reply<E>) => string;
  /** The same figures as a table. */
  sheet?: (reply: Reply<E>) => ChartSheet;
  /** Its chart can be saved as a picture. */
  isPicture?: boolean;
  /** Spans two columns where available. */
  isWide?: boolean;
  /** Reserved height, to avoid layout shift. */
  size?: 'small' | 'middle' | 'large' | 'huge' | 'channels';
  children: (reply: Reply<E>) => ReactNode;
}

const fileName = (title: string, kind: string): string => `${title} ${today()}.${kind}`;

function Tool({
  label,
  onPress,
  isOn,
  isBusy,
  children,
}: {
  label: string;
  onPress: () => void;
  isOn?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isBusy}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function AsTable({ title, sheet }: { title: string; sheet: ChartSheet }) {
  const save = (): void =>
    saveAs(
      fileName(title, 'csv'),
      new Blob([csvOf(sheet.heads, sheet.rows)], { type: 'text/csv;charset=utf-8' }),
    );
  return (
    <>
      <PlainTable
        isFigures
        label={dashboardText.tableOf(title)}
        heads={sheet.heads}
        rows={sheet.rows.map((cells, key) => ({
          key,
          cells: cells.map((cell, i) => {
            const words = typeof cell === 'number' ? cell.toLocaleString('en-IN') : cell;
            const to = i === 0 && sheet.to?.[key];
            return to ? (
              <Link key="to" to={to}>
                {words}
              </Link>
            ) : (
              words
            );
          }),
        }))}
      />
      <button type="button" className={`${look.plain} ${css.save}`} onClick={save}>
        <IconDownload size={18} stroke={1.75} aria-hidden />
        {say.saveTable}
      </button>
    </>
  );
}

export function ChartCard<E extends Endpoint>(o: CardProps<E>) {
  const { title, source, sheet } = o;
  const input = o.input ?? ({} as Input<E>);
  const head = useId();
  const body = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTable, setTable] = useState(false);
  const { data, error, isPending } = useRead(source, input, { staleTime: freshFor, keepPrevious: true });
  const isSaidAbove = useSaidAbove(data === undefined ? error : null);
  useAgeAbove(data === undefined ? undefined : readAtOf(source, input));
  const sync = async (): Promise<void> => {
    setBusy(true);
    await readAgain(source, input as Input<Endpoint>);
    setBusy(false);
  };
  const takePicture = async (): Promise<void> => {
    const svg = body.current?.querySelector('svg');
    const picture = svg && (await pictureOf(svg, getComputedStyle(document.body).backgroundColor));
    if (picture) saveAs(fileName(title, 'png'), picture);
  };
  return (
    <section className={css.card} data-whole={o.isWide || undefined} aria-labelledby={head}>
      <header>
        <h2 id={head}>{title}</h2>
        {o.about && <span className={css.about}>{data === undefined ? '\u00a0' : o.about(data)}</span>}
        <div className={css.tools}>
          {o.isPicture && !isTable && (
            <Tool
              label={say.savePicture(title)}
              isBusy={data === undefined}
              onPress={() => void takePicture()}
            >
              <IconPhotoDown size={18} stroke={1.75} aria-hidden />
            </Tool>
          )}
          {sheet && (
            <Tool
              isBusy={data === undefined}
              label={isTable ? say.asPicture(title) : say.asTable(title)}
              onPress={() => setTable(!isTable)}
            >
              {isTable ? (
                <IconChartBar size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconTable size={18} stroke={1.75} aria-hidden />
              )}
            </Tool>
          )}
          <Tool label={dashboardText.refresh(title)} isBusy={isBusy} onPress={() => void sync()}>
            <IconRefresh size={18} stroke={1.75} aria-hidden data-turns={isBusy || undefined} />
          </Tool>
        </div>
      </header>
      <div ref={body} className={css.body} data-size={o.size ?? 'middle'} aria-busy={isPending}>
        {data !== undefined &&
          (isTable && sheet ? <AsTable title={title} sheet={sheet(data)} /> : o.children(data))}
        {data === undefined &&
          (isPending ? (
            <span className={css.waits} />
          ) : (
            <p className={css.none}>{isSaidAbove ? '–' : (wordsOf(error) ?? kitText.offlineEmpty)}</p>
          ))}
      </div>
    </section>
  );
}
