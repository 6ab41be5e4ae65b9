/** Today of the signed-in agent: rows in current order, the next one, and completed ones. */
import { useMemo, useState } from 'react';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import { type Placed, inTurn, isDone, isWorked, nextOf } from '#contexts/work/contract/today-rules.ts';
import { type TodaySection, type TodaySummary, today, todaySections } from '#contexts/work/contract/today.ts';
import { oneOf, rowId, searchOf } from '#kernel/client/app/search.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { type Reading, useRead } from '#kernel/client/calls/queries/query.ts';
import { useSettling } from '../use-settling.ts';
import { useNow } from '../use-now.ts';

const aPage = 50;
const most = 500;

/** Worked since the page was opened: a visit does not reorder a loan, and completes it all the same. */
const handled = new Map<number, number>();
/** A requested callback returns at its hour. */
const isHandled = ({ row }: Placed): boolean => {
  const at = handled.get(row.id);
  return at !== undefined && !(row.followUpAt !== null && Date.parse(row.followUpAt) > at);
};

export interface Day {
  now: Date;
  reading: Reading<typeof today.list>;
  summary: TodaySummary | undefined;
  placed: readonly Placed[];
  /** Worked now: chosen by its person, or the next of the order. */
  current: Placed | undefined;
  isChosen: boolean;
  /** Position among the remaining loans, and their number. */
  place: number;
  left: number;
  section: TodaySection | undefined;
  /** Written about on this phone and not confirmed yet. */
  waiting: ReadonlySet<number>;
  worked: number;
  /** Rows that are not on this page yet. */
  more: number;
  showMore: (() => void) | undefined;
  /** The address on which this loan is the one to work. */
  addressOf: (loanId: number) => string;
  /** A save on this loan: shows the next one. */
  handle: (loanId: number) => void;
  skip: (() => void) | undefined;
  show: (section: TodaySection | undefined) => void;
}

const asked = { section: oneOf(todaySections), loan: rowId };

export function useDay(): Day {
  const now = useNow();
  const { set, all } = useUrlState();
  const [size, setSize] = useState(aPage);
  const { section, loan: wanted } = searchOf(asked, all);
  const reading = useRead(today.list, { size, ...(section && { section }) }, { keepPrevious: true });
  const written = useSettling(reading.data);
  const [, setHandled] = useState(0);
  const { data } = reading;
  const placed = useMemo(() => inTurn(data?.rows ?? [], now), [data, now]);
  const waiting = new Set([...written, ...placed.filter(isHandled).map(({ row }) => row.id)]);
  const open = placed.filter((one) => !isDone(one, now, waiting));
  const chosen = placed.find(({ row }) => row.id === wanted);
  const next = nextOf(placed, now, { waiting, mayContact: (row) => blockOf(row, now) === null });
  const current = chosen ?? next;
  const at = current ? open.indexOf(current) : -1;
  const following = open[(at + 1) % open.length];
  const summary = data?.summary as TodaySummary | undefined;
  const hidden = (data?.count ?? 0) - placed.length;
  return {
    now,
    reading,
    summary,
    placed,
    current,
    isChosen: chosen !== undefined && chosen !== next,
    place: at + 1,
    left: open.length + hidden,
    // Unsent entries are included as worked; earlier worked rows are included already.
    worked:
      (summary?.worked ?? 0) + placed.filter(({ row }) => written.has(row.id) && !isWorked(row, now)).length,
    section,
    waiting: written,
    more: hidden,
    showMore: size < most ? () => setSize(Math.min(most, size + aPage)) : undefined,
    addressOf: (loanId) => `?${new URLSearchParams({ ...all, loan: String(loanId) }).toString()}`,
    handle(loanId) {
      handled.set(loanId, Date.now());
      setHandled(handled.size);
      set({ add: undefined, of: undefined, loan: undefined });
    },
    skip: following && following !== current ? () => set({ loan: String(following.row.id) }) : undefined,
    show: (name) => set({ section: name, loan: undefined }),
  };
}
