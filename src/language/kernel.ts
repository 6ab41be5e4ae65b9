import type { Words } from './word.ts';

export const kernelWords: Words = [
  {
    name: 'event',
    is: 'A record of who did what, written in the transaction of the change; history, audit and live updates read it.',
    not: 'A provider event, which somebody outside tells us.',
    synonyms: ['audit entry', 'domain event'],
    table: 'event',
  },
  {
    name: 'seal',
    is: 'A link of the hash chain over events, by which a changed audit is noticed.',
    synonyms: ['hash chain'],
    table: 'event_seal',
  },
  {
    name: 'idempotency key',
    is: 'The key a client gives a write, so that a second delivery gets the first answer.',
    synonyms: ['request id of the client'],
    table: 'idempotency',
  },
  {
    name: 'refusal',
    is: 'A no of the server with a code, facts and words.',
    not: 'A fault: anything unforeseen, answered as BROKEN.',
    synonyms: ['failure', 'error code'],
  },
  {
    name: 'stale',
    is: 'Of a domain: its data changed, so that clients fetch it again.',
    synonyms: ['invalidated'],
  },
  {
    name: 'job',
    is: 'Work in the background that is retried until it is done.',
    not: 'A file job, which reads or writes a file.',
    synonyms: ['worker task'],
  },
  {
    name: 'paise',
    is: 'The unit of every amount inside, an integer; 100 paise are a rupee.',
    synonyms: ['minor unit'],
  },
  {
    name: 'day in India',
    is: 'A calendar day in Asia/Kolkata; months and weeks are counted in it.',
    not: 'A day in UTC, in which moments are kept.',
    synonyms: ['business day', 'IST day'],
  },
];
