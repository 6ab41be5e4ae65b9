/** Effects of a file, row by row: messages by channel, DNC numbers. */
import { useState } from 'react';
import {
  type Channel,
  type Recorded,
  channelOf,
  channelOfTab,
  channelsFrom,
  isRecorded,
} from '#kernel/contract/channels/channels.ts';
import { communications } from '#contexts/messaging/contract/communications.ts';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dnc } from '#contexts/contact/contract/dnc.ts';
import { files } from '#contexts/files/contract/files.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { channelsText } from '#text/en/channels.ts';
import { communicationsText as say } from '#contexts/messaging/text/en/communications.ts';
import { dncText } from '#contexts/contact/text/en/dnc.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { countText, momentWords } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { type PlainRow, PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import css from '#contexts/files/client/files.module.css';

/** The separate list has all of them. */
const most = 100;
const asked = (jobId: number) => ({ jobId, size: most });

interface Reading {
  data: { rows: readonly unknown[]; count?: number; isMore?: boolean } | undefined;
  error: Error | null;
  refetch: () => void;
}
function Rows({
  of: { data, error, refetch },
  ...table
}: {
  of: Reading;
  label: string;
  heads: string[];
  rows: PlainRow[];
}) {
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  if (data.rows.length === 0) return <p className={css.gone}>{say.noneOfFile}</p>;
  const isPart = data.isMore || (data.count ?? 0) > data.rows.length;
  return (
    <>
      <PlainTable {...table} />
      {isPart && <p className={css.gone}>{say.firstOf(data.rows.length, countText(data))}</p>}
    </>
  );
}

/** In the order of the specification's tabs. */
const tabs = channelsFrom('whatsApp', 'sms', 'ivr', 'rcs');
type Message = WireRow<typeof communications.sms>;

const cellsOf = ({ id, loan, mobile, message, campaignName, status, createdAt }: Message): PlainRow => ({
  key: id,
  cells: [
    loan.loanNumber,
    loan.loanBorrower.name,
    mobile ?? '–',
    message ?? campaignName ?? say.noText,
    say.status[status],
    momentWords(createdAt),
  ],
});

/** Recorded calls are sent once started by a user (document 3, section 4). */
function StartCalls({ jobId, channel }: { jobId: number; channel: Recorded }) {
  const mayStart = useMay()(dialer.startStop.can);
  const { data } = useRead(files.job, { id: String(jobId) }, { enabled: mayStart });
  const { run, busy } = useAct(dialer.startStop);
  const sent = data?.communication?.[`${channel}Send`];
  if (!mayStart || !sent) return null;
  const toggle = async (): Promise<void> => {
    try {
      await run({ id: sent.campaignId, status: !sent.isStarted, module: channel, jobId });
      notice.success(sent.isStarted ? say.ivrStopped : say.ivrStarted);
    } catch (error) {
      const isRefused = error instanceof ApiFailure && error.status < 500;
      notice.error(isRefused ? error.words : say.ivrFailed);
    }
  };
  return (
    <p className={css.start}>
      {sent.campaignName}{' '}
      <button type="button" className={look.main} disabled={busy} onClick={() => void toggle()}>
        {sent.isStarted ? say.stopIvr : say.startIvr}
      </button>
    </p>
  );
}

export function MessagesOfFile({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const [tab, setTab] = useState<Channel>('whatsApp');
  const reading = useRead(communications[channelOf[tab].tab], asked(jobId));
  return (
    <Sheet title={say.details} from="wide" onClose={onClose}>
      <TabStrip
        label={say.channelsLabel}
        tabs={tabs.map((one) => ({ key: channelOf[one].tab, label: channelsText[one].name }))}
        now={channelOf[tab].tab}
        onChoose={(key) => setTab(channelOfTab(key) ?? 'whatsApp')}
      />
      {isRecorded(tab) && <StartCalls jobId={jobId} channel={tab} />}
      <Rows
        of={reading}
        label={say.details}
        heads={[say.loanNumber, say.borrower, say.mobile, say.message, say.statusHead, say.createdAt]}
        rows={(reading.data?.rows ?? []).map(cellsOf)}
      />
    </Sheet>
  );
}

export function NumbersOfFile({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const reading = useRead(dnc.list, asked(jobId));
  return (
    <Sheet title={say.ofFile} from="wide" onClose={onClose}>
      <Rows
        of={reading}
        label={say.ofFile}
        heads={[dncText.loanNumber, dncText.client, dncText.mobile, dncText.status, dncText.since]}
        rows={(reading.data?.rows ?? []).map(({ id, dncLoan, mobile, status, updatedAt }) => ({
          key: id,
          cells: [
            dncLoan.loanNumber,
            dncLoan.client.name,
            mobile,
            dncText.statuses[status],
            momentWords(updatedAt),
          ],
        }))}
      />
    </Sheet>
  );
}
