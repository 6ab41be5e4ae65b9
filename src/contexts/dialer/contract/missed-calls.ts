/** Missed inbound calls: callback tasks with the voicemail. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, flag, id, instant, key, note, nullable } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

export const missedReasons = ['hung_up', 'nobody', 'closed', 'call_back', 'voicemail'] as const;
export const missedStates = ['open', 'closed'] as const;
const word = z.nullable(z.string());

const row = z.object({
  id: id(),
  /** Their last call, how long they waited then, and how often they called. */
  calledAt: instant(),
  waitedSeconds: z.int(),
  calls: z.int(),
  why: choice(missedReasons),
  loanId: nullable(id('loans')),
  loanNumber: word,
  borrowerName: word,
  isDNC: flag(),
  /** Masked for a borrower; full for an unknown caller, because no callback is possible otherwise. */
  number: word,
  queue: word,
  /** The assigned agent, or the team. */
  agent: word,
  team: word,
  hasMessage: flag(),
  transcript: note(),
  closedAt: nullable(instant()),
  closedBy: word,
});
const taken = { can: 'staff', errors: ['NOT_FOUND'] } as const;

export const missedCalls = domain('missed-calls', {
  list: list('GET /dialer/missed-calls', {
    about: 'Those who called and reached nobody, a page at a time.',
    can: 'staff',
    row,
    filters: { state: choice(missedStates), why: choice(missedReasons), startDate: day(), endDate: day() },
    sorts: ['calledAt'],
  }),
  message: endpoint('GET /dialer/missed-calls/:id/message', {
    about: 'The message somebody left, to listen to.',
    ...taken,
    answer: 'stream',
    errors: ['FILE_DAMAGED'],
    takes: { id: key('missed-calls') },
  }),
  transcribe: endpoint('PUT /dialer/missed-calls/:id/transcript', {
    about: 'Writes down what a message says.',
    ...taken,
    takes: { id: key('missed-calls'), transcript: note({ max: 2000 }) },
    gives: row,
  }),
  close: endpoint('POST /dialer/missed-calls/:id/close', {
    about: 'Closes a missed call that needs no call back.',
    ...taken,
    takes: { id: key('missed-calls') },
    gives: row,
  }),
});
