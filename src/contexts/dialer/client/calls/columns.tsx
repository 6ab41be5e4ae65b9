/** Columns and phone cards of call lists. */
import { calls } from '#contexts/dialer/contract/calls.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { callsText as say } from '#contexts/dialer/text/en/calls.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { dayText, dayWords, minutesText, money, timeWords } from '#kernel/ui/parts/values/format.ts';
import type { CardWords } from '#kernel/ui/list/list-spec.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { Recording } from './recording.tsx';

type Call = WireRow<typeof calls.list>;
const col = columnsOf(calls.list);

const clockOf = (moment: string | null): string => (moment ? timeWords(moment) : '');
const isOver = ({ status }: Call): boolean => status !== 'Live';
const talkOf = (row: Call): string => (isOver(row) ? minutesText(row.talkDuration) : '');
const agentOf = ({ callUser }: Call): string =>
  callUser ? `${callUser.firstName} ${callUser.lastName}` : '';
const tones = { Answered: 'good', Abandoned: 'bad', Live: 'warn' } as const;
const Status = ({ status }: Call) => (
  <StatusPill tone={(tones as Record<string, 'good' | 'bad' | 'warn'>)[status] ?? 'plain'}>
    {status}
  </StatusPill>
);

export const column = {
  number: col.of('loanNumber', say.loanNumber, ({ callLoans }) => callLoans?.loanNumber, {
    pin: 'start',
    width: 132,
  }),
  borrower: col.of('borrower', say.borrower, ({ callLoans }) => callLoans?.borrowerName ?? say.unknown, {
    width: 200,
  }),
  mobile: col.text('mobile', say.mobile, { width: 130 }),
  client: col.of('client', say.client, ({ callLoans }) => callLoans?.client),
  portfolio: col.of('portfolio', say.portfolio, ({ callLoans }) => callLoans?.portfolio),
  campaign: col.text('campaign', say.campaign),
  date: col.day('date', say.callDate, { sort: 'startTime' }),
  start: col.of('startTime', say.startTime, ({ startTime }) => clockOf(startTime), { width: 120, sort: '' }),
  end: col.of('endTime', say.endTime, ({ endTime }) => clockOf(endTime), { width: 104 }),
  talk: { ...col.of('talkDuration', say.talkTime, talkOf, { width: 104 }), isNumber: true },
  wait: {
    ...col.of('waitDuration', say.waitTime, ({ waitDuration }) => minutesText(waitDuration), { width: 104 }),
    isNumber: true,
  },
  status: col.custom('status', say.callStatus, Status, { text: ({ status }) => status, width: 124 }),
  answeredBy: col.of(
    'machineCheck',
    say.answeredBy,
    ({ machineCheck }) => machineCheck && say.checks[machineCheck],
    { width: 116 },
  ),
  voiceMessage: col.of(
    'machineMessage',
    say.voiceMessage,
    ({ machineMessage }) => machineMessage && say.fates[machineMessage],
    { width: 124 },
  ),
  type: col.of('direction', say.callType, ({ direction }) => say.types[direction], { width: 104 }),
  mode: col.of('mode', say.mode, ({ mode, isSecond }) => (isSecond ? `${mode}, ${say.secondLine}` : mode), {
    width: 116,
  }),
  disposition: col.of('disposition', say.disposition, ({ cdrRefNo }) => cdrRefNo?.dispositions),
  sub: col.of('sub', say.subDisposition, ({ cdrRefNo }) => cdrRefNo?.subDispositions),
  comments: col.of('comments', say.comments, ({ cdrRefNo }) => cdrRefNo?.comments, { width: 240 }),
  due: col.of(
    'actionDate',
    say.actionDate,
    ({ cdrRefNo }) => cdrRefNo?.actionDate && dayText(cdrRefNo.actionDate),
    {
      width: 116,
    },
  ),
  amount: {
    ...col.of('amount', say.amount, ({ cdrRefNo }) =>
      cdrRefNo?.amount === null || cdrRefNo?.amount === undefined ? '' : money(cdrRefNo.amount),
    ),
    isNumber: true,
  },
  recording: col.custom('hasRecording', say.recording, Recording, { text: () => '', width: 120 }),
  agent: col.of('agent', say.agent, agentOf),
};

export const hrefOf = ({ loanId }: { loanId: number | null }): string | undefined =>
  loanId === null ? undefined : `/view-borrower?id=${loanId}`;

/** Who, how long, and how it went. */
export const cardOf =
  (isOwn: boolean) =>
  (row: Call): CardWords => ({
    who: row.callLoans?.borrowerName ?? say.unknown,
    much: row.talkDuration > 0 ? talkOf(row) : undefined,
    next: (
      <>
        <Status {...row} />{' '}
        {[dayWords(row.date), clockOf(row.startTime), row.callLoans?.loanNumber, !isOwn && agentOf(row)]
          .filter(Boolean)
          .join(' · ')}
      </>
    ),
  });
