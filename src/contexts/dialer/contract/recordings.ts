/** Recordings of calls: search, playback and audio analysis. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, day, id, ids, instant, key, nullable, number } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';
import { callStatuses } from './calls.ts';

/** Why a call is selected for review: random sample, or its audio analysis. */
export const pickReasons = ['random', 'silence', 'loudness', 'interruptions'] as const;

/** Requires the permission for call outcomes and a visible call. The browser gets no storage key (G054). */
const can = 'list_summary_disposition';
const heard = { can, answer: 'stream', errors: ['NOT_FOUND', 'FILE_DAMAGED'], writes: true } as const;
const word = z.nullable(z.string());

const row = z.object({
  /** Of the call. */
  id: id(),
  referenceId: z.string(),
  loanId: nullable(id('loans')),
  loanNumber: word,
  borrowerName: word,
  agentId: nullable(id('users')),
  agent: word,
  campaign: word,
  client: word,
  startTime: instant(),
  seconds: z.int(),
  status: choice(callStatuses),
  disposition: word,
  /** Of its sound, once it was measured. */
  sound: nullable(
    z.object({
      silenceSeconds: z.int(),
      longestSilence: z.int(),
      loudSeconds: z.int(),
      /** Unknown where both voices lie in one channel. */
      interruptions: z.nullable(z.int()),
      picked: z.array(choice(pickReasons)),
    }),
  ),
});

export const recordings = domain('recordings', {
  list: list('GET /dialer/recordings', {
    about: 'Recordings of the calls the caller may see, a page at a time.',
    can,
    row,
    filters: {
      startDate: day(),
      endDate: day(),
      userIds: ids('users'),
      clientIds: ids('clients'),
      campaignIds: ids('campaigns'),
      dispositionIds: ids('dispositions'),
      leastSeconds: number(),
      mostSeconds: number(),
      picked: choice(pickReasons),
    },
    sorts: ['startTime', 'seconds'],
  }),
  one: endpoint('GET /dialer/recordings/:id', {
    about: 'One recording by its call, with what its sound says.',
    can,
    takes: { id: key('calls') },
    gives: row,
    errors: ['NOT_FOUND'],
  }),
  play: endpoint('GET /integrations/ezsip/callRecording/:referenceId', {
    about: 'Recording of a call, to listen to; who listens is in the audit.',
    ...heard,
    takes: { referenceId: key('calls') },
  }),
  download: endpoint('GET /integrations/ezsip/downloadCallRecording/:id', {
    about: 'Recording of a call, as a file; who takes it is in the audit.',
    ...heard,
    takes: { id: key('calls') },
  }),
});
