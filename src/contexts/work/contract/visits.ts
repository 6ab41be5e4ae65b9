import * as z from 'zod/mini';
import { hex } from '#kernel/contract/outbox/sync-rows.ts';
import { allowance } from '#kernel/contract/contact-rules.ts';
import { mayRecord, mostComment } from './borrower-dispositions.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, key, note, nullable, optional } from '#kernel/contract/field.ts';
import { list } from '#kernel/contract/list.ts';

/** Visit results; the most frequent first. */
export const visitOutcomes = ['met', 'locked', 'family', 'refused', 'moved', 'wrong_address'] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];
/** Whether the phone had a position; a denied permission never prevents recording a visit. */
const placeStates = ['found', 'refused', 'none'] as const;

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));
const metres = z.int().check(z.minimum(0), z.maximum(10_000_000));
const seconds = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** Maximum photo text that fits into an encrypted outbox entry; complete base64 groups. */
export const mostPhotoText = 44_000;
/** Maximum photo parts, sufficient for legible faces, doors, house numbers and receipts. */
export const mostPhotoParts = 12;

const row = z.object({
  id: id('visits'),
  loanId: id('loans'),
  loanNumber: z.string(),
  at: instant(),
  outcome: choice(visitOutcomes),
  lockedTimes: z.int(),
  comments: z.string(),
  place: choice(placeStates),
  latitude: nullable(z.number()),
  longitude: nullable(z.number()),
  accuracy: nullable(z.int()),
  ageSeconds: nullable(z.int()),
  /** Kilometres outside the region of the address's PIN code; 0 within it. */
  awayKm: nullable(z.int()),
  /** From where the borrower was met last. */
  metresFromMet: nullable(z.int()),
  hasPhoto: flag(),
  /** The rule of contact it went against; it had happened already. */
  rule: nullable(z.string()),
  agentName: z.string(),
});

/** Visits to borrowers, recorded on the spot, with a network or without. */
export const visits = domain('visits', {
  list: list('GET /visits', {
    about: 'Visits of field agents, of one loan where named.',
    can: 'staff',
    row,
    /** `isAgainst`: only those that went against a rule of contact; `isAway`: only those far from the address. */
    filters: { loanId: id('loans'), isAgainst: flag(), isAway: flag() },
  }),
  allowance: endpoint('GET /visits/allowance/:id', {
    about: 'Whether a borrower may be visited now.',
    can: 'staff',
    takes: { id: key('loans') },
    gives: allowance,
    errors: ['NOT_FOUND'],
  }),
  notify: endpoint('POST /visits/notice', {
    about:
      'Tells a borrower that whoever works the loan will visit them; once, as soon as the rules of contact allow it.',
    can: mayRecord,
    takes: { loanId: id('loans') },
    gives: allowance,
    errors: ['NOT_FOUND'],
    touches: ['today'],
  }),
  record: endpoint('POST /visits', {
    about: 'Records a visit with its outcome and position.',
    can: mayRecord,
    offline: true,
    takes: {
      loanId: id('loans'),
      /** Generated on the phone; the visit's photo references it. */
      visitKey: uuid,
      outcome: choice(visitOutcomes),
      comments: optional(note({ max: mostComment })),
      place: choice(placeStates),
      latitude: optional(degrees(90)),
      longitude: optional(degrees(180)),
      accuracy: optional(metres),
      ageSeconds: optional(seconds),
      occurredAt: optional(instant()),
      /** It took place: stored and marked where it violates a rule, instead of being rejected. */
      hasHappened: optional(flag()),
    },
    gives: z.object({ id: id(), loanId: id('loans') }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CONTACT_BLOCKED'],
    touches: ['loans', 'today', 'dialer'],
  }),
  photo: endpoint('POST /visits/photo', {
    about: 'Delivers the photo of a recorded visit, or a part of it; with the last part it is there.',
    can: mayRecord,
    offline: true,
    takes: {
      loanId: id('loans'),
      visitKey: uuid,
      /** JPEG or WebP, base64. */
      data: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(mostPhotoText)),
      /** Part index and number, and the SHA-256 of the complete photo; without them the photo is in one piece. */
      part: optional(z.int().check(z.minimum(0), z.maximum(mostPhotoParts - 1))),
      parts: optional(z.int().check(z.minimum(1), z.maximum(mostPhotoParts))),
      digest: optional(hex),
    },
    gives: z.object({ id: id(), loanId: id('loans') }),
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'TAKEN'],
  }),
  see: endpoint('GET /visits/:id/photo', {
    about: 'Photo of a visit.',
    can: 'staff',
    answer: 'stream',
    errors: ['NOT_FOUND', 'FILE_DAMAGED'],
  }),
});
