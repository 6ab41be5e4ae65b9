import { Button } from '@mantine/core';
import { useState } from 'react';
import { communications, messageMood } from '#contexts/messaging/contract/communications.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { channelName } from '#text/en/channels.ts';
import { communicationsText as say } from '#contexts/messaging/text/en/communications.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { momentText } from '#kernel/ui/parts/values/format.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';
import { Read } from '../reading.tsx';

const first = 50;
const most = 500;

/** Messages of this loan, sent or queued; newest first. */
export function Messages({ loanId }: { loanId: number }) {
  const [size, setSize] = useState(first);
  const reading = useRead(communications.history, { loanId, size });
  return (
    <section className={css.box}>
      <h2>{borrowerText.tabs.messages}</h2>
      <Read of={reading}>
        {({ rows, count }) => (
          <>
            {count === 0 && <p className={css.none}>{borrowerText.noMessages}</p>}
            <ul className={css.outcomes}>
              {rows.map((row) => (
                <li key={row.id}>
                  <span className={css.what}>
                    {[channelName(row.channel), row.mobile].filter(Boolean).join(' · ')}
                  </span>
                  <StatusPill tone={messageMood[row.status]}>{say.status[row.status]}</StatusPill>
                  <span className={css.when}>
                    {[momentText(row.createdAt), row.creator?.fullName].filter(Boolean).join(' · ')}
                  </span>
                  <q className={css.comment}>{row.message ?? say.noText}</q>
                </li>
              ))}
            </ul>
            {count > rows.length && size < most && (
              <Button variant="subtle" onClick={() => setSize(most)}>
                {say.older}
              </Button>
            )}
          </>
        )}
      </Read>
    </section>
  );
}
