/** Sync endpoints between phones and the server for queued entries. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { flag, id, instant, nullable, optional } from '#kernel/contract/field.ts';
import {
  answer,
  command,
  hex,
  item,
  mostBytes,
  mostItems,
  seq,
  uuid,
} from '#kernel/contract/outbox/sync-rows.ts';
import { keptLoan, keptTask } from './kept-rows.ts';
import { syncKey } from '#kernel/contract/outbox/sync-key.ts';

/** Which history of the data answers; another one may lack what was accepted before. */
const epoch = z.string();

export const sync = domain('sync', {
  key: syncKey,
  /** Each item has a separate response: a rejected or failing one never affects the others. */
  batch: endpoint('POST /sync/batch', {
    about: 'Delivers outbox entries of a phone; each is answered by itself.',
    can: 'staff',
    takes: {
      deviceId: uuid,
      sentAt: instant(),
      items: z.array(item).check(z.minLength(1), z.maxLength(mostItems)),
      /** Database epoch known to the phone: another one applies nothing, so that lost entries can be resent first. */
      epoch: optional(z.string().check(z.maxLength(80))),
      /** The agency they were written for: another that has its host now carries out nothing. */
      agency: optional(z.string().check(z.maxLength(20))),
    },
    gives: { serverTime: instant(), answers: z.array(answer), epoch },
    maxBytes: mostBytes,
  }),
  /** What this device delivered for the caller: how many, and the SHA-256 of their keys by seq, one per line. */
  receipts: endpoint('GET /sync/receipts', {
    about: 'What a device delivered for the caller: how many, and a digest of their keys.',
    can: 'staff',
    takes: { deviceId: uuid, sinceSeq: optional(z.int().check(z.minimum(0))) },
    gives: { count: z.int(), digest: hex, lastSeq: nullable(z.int()), epoch },
  }),
  /** The caller's loans that changed since a cursor; without one, all of them. Delete `gone` before showing anything. */
  changes: endpoint('GET /sync/changes', {
    about: 'The caller’s loans that changed since a cursor, for offline work.',
    can: 'staff',
    takes: { since: optional(z.string().check(z.regex(/^[\d-]{1,60}(\.\d{1,20}){1,3}$/))) },
    gives: {
      loans: z.array(keptLoan),
      gone: z.array(id('loans')),
      /** These pages are complete: other cached loans are deleted. */
      isWhole: flag(),
      /** The caller's tasks of today, all of them, with the last page. */
      tasks: optional(z.array(keptTask)),
      cursor: z.string(),
      /** Repeat immediately with the cursor. */
      hasMore: flag(),
      serverTime: instant(),
    },
  }),
  /** Discarded entries with reasons: unapplied input leaves a trace. */
  discarded: endpoint('POST /sync/discarded', {
    about: 'Tells of outbox entries their author gave up, with the reason.',
    can: 'staff',
    takes: {
      deviceId: uuid,
      items: z
        .array(
          z.strictObject({
            key: uuid,
            cmd: command,
            seq,
            reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
            code: optional(z.string().check(z.maxLength(40))),
            at: instant(),
          }),
        )
        .check(z.minLength(1), z.maxLength(mostItems)),
    },
    gives: { count: z.int() },
  }),
  review: endpoint('POST /sync/review', {
    about: 'Asks the team leader to decide a refused outbox entry.',
    can: 'staff',
    takes: {
      deviceId: uuid,
      item,
      /** Failure code of the server. */
      code: z.string().check(z.minLength(1), z.maxLength(40)),
      note: optional(z.string().check(z.trim(), z.maxLength(500))),
    },
    gives: { id: id() },
    errors: ['ACTOR_MISMATCH', 'KEY_REUSED'],
  }),
  /** Token with which the device uploads the caller's encrypted entries, should their account be closed. */
  deviceToken: endpoint('POST /sync/device-token', {
    about: 'Token to hand in sealed entries should the caller’s account be closed.',
    can: 'staff',
    takes: { deviceId: uuid },
    gives: { token: hex, expiresAt: instant() },
  }),
  /** Encrypted entries of a closed account: a team leader reviews each. Needs no sign-in. */
  handIn: endpoint('POST /sync/hand-in', {
    about: 'Hands in sealed entries of a closed account; a team leader decides each.',
    can: 'public',
    takes: {
      deviceId: uuid,
      token: hex,
      items: z.array(item).check(z.minLength(1), z.maxLength(mostItems)),
    },
    /** An active author delivers their entries directly. */
    gives: { isDisabled: flag(), answers: z.array(answer) },
    errors: ['FORBIDDEN'],
    maxBytes: mostBytes,
  }),
  /** Phone watchdog: retryable entries and a reachable server, but nothing is sent. */
  stuck: endpoint('POST /sync/stuck', {
    about: 'Tells that outbox entries of a phone are due and do not leave.',
    can: 'staff',
    takes: {
      deviceId: uuid,
      waiting: z.int().check(z.minimum(1), z.maximum(1e6)),
      oldestMinutes: z.int().check(z.minimum(0), z.maximum(1e7)),
      fault: optional(z.string().check(z.maxLength(40))),
    },
  }),
});
