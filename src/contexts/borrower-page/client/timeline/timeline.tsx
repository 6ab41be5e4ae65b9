/** Timeline of a loan, newest first: queued items of this phone, then the server's. */
import { Button } from '@mantine/core';
import {
  type Icon as TablerIcon,
  IconBrandWhatsapp,
  IconCalendarCheck,
  IconCalendarX,
  IconFileText,
  IconHomeCheck,
  IconLink,
  IconMessage,
  IconMicrophone,
  IconPencilCheck,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPhoneX,
  IconReceiptRupee,
  IconUpload,
} from '@tabler/icons-react';
import { useState } from 'react';
import { dayInIndia } from '#kernel/contract/india.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { borrowerDispositionsText as words } from '#contexts/work/text/en/borrower-dispositions.ts';
import { kitText } from '#text/en/kit.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import { dayWords, momentText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { Outcomes } from '../outcome/outcomes.tsx';
import css from './timeline.module.css';
import { isCut } from './timeline-facts.ts';
import { type Picture, type TimelineRow, toldOf } from './timeline-words.ts';

const say = borrowerText.timeline;
const pageSize = 30;
const mostRows = 100;
/** Few rows leave space in the reserved height. */
const few = 3;

const pictures: Readonly<Record<Picture, TablerIcon>> = {
  broken: IconCalendarX,
  promise: IconCalendarCheck,
  call: IconPhoneOutgoing,
  missed: IconPhoneX,
  inbound: IconPhoneIncoming,
  message: IconMessage,
  whatsapp: IconBrandWhatsapp,
  recording: IconMicrophone,
  link: IconLink,
  visit: IconHomeCheck,
  payment: IconReceiptRupee,
  file: IconFileText,
  outcome: IconPencilCheck,
  received: IconUpload,
};

/** The first page, which the head of the page reads too. */
export const useTimeline = (loanId: number, size = pageSize) =>
  useRead(loans.timeline, { id: String(loanId), size }, { keepPrevious: true });

export function Timeline({ loanId }: { loanId: number }) {
  const [size, setSize] = useState(pageSize);
  const timeline = useTimeline(loanId, size);
  const { data, error } = timeline;
  // Never loaded online, but its dispositions may be on this phone.
  if (!data && error) return <Outcomes loanId={loanId} />;
  return (
    <section className={css.card} aria-label={borrowerText.chapters.timeline}>
      <Waiting loanId={loanId} />
      {!data && <Bones />}
      {data?.length === 0 && <p className={css.none}>{borrowerText.noHistory}</p>}
      <ol className={css.list}>
        {data?.map((row, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- nothing else tells two things of one moment apart
          <Line key={`${row.at}${row.kind}${i}`} row={row} />
        ))}
      </ol>
      {isCut(timeline) && <p className={css.rest}>{say.olderAway}</p>}
      {data && data.length > 0 && data.length <= few && <p className={css.rest}>{say.nothingElse}</p>}
      {data?.length === size && size < mostRows && (
        <Button variant="subtle" fullWidth onClick={() => setSize(mostRows)}>
          {say.older}
        </Button>
      )}
    </section>
  );
}

function Waiting({ loanId }: { loanId: number }) {
  const waiting = useWaitingOf({ loanId });
  if (waiting.length === 0) return null;
  return (
    <ul className={css.list}>
      {waiting.map((item) => (
        <li key={item.id} className={css.line}>
          <span className={css.icon} data-tone="warn">
            <IconUpload size={16} stroke={1.75} aria-hidden="true" />
          </span>
          <div className={css.told}>
            <b>{item.says ?? words.waiting}</b>
          </div>
          <StatusPill tone="warn">{words.waiting}</StatusPill>
        </li>
      ))}
    </ul>
  );
}

function Line({ row }: { row: TimelineRow }) {
  const { picture, tone, title, state, about } = toldOf(row);
  const Drawn = pictures[picture];
  return (
    <li className={css.line}>
      <span className={css.icon} data-tone={tone}>
        <Drawn size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={css.told}>
        <b>
          {title} {state && <StatusPill tone={state.tone}>{state.word}</StatusPill>}
        </b>
        {about && <span>{about}</span>}
      </div>
      <time dateTime={row.at} title={momentText(row.at)}>
        {dayWords(dayInIndia(row.at))}
      </time>
    </li>
  );
}

const Bones = () => (
  <div className={css.bones} role="status" aria-label={kitText.loading} aria-busy="true">
    {[1, 2, 3, 4].map((n) => (
      <i key={n} />
    ))}
  </div>
);
