/** State of the caller's dialer, returned by every panel command, with the panel's extra data. */
import * as z from 'zod/mini';
import { agentLegs, dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import { paidOff } from '#contexts/loans/contract/paid-off.ts';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, nullable, number, rupees } from '#kernel/contract/field.ts';

/** Direction of a call, as its agent sees it (G207). */
const callTypes = ['manual', 'progressive', 'predictive', 'inbound'] as const;
/** Who answered: the borrower (right party), another person, a wrong number, or an answering machine. */
export const heardPeople = ['borrower', 'other', 'wrong', 'machine'] as const;
const unheard = ['line', 'voice', 'borrower'] as const;
const word = z.nullable(z.string());

/** What the dialer does for the caller now. */
export const standing = z.object({
  isDialerLoggedIn: flag(),
  /** The published status, such as IDLE, waiting or BREAK-LUNCH. */
  status: z.string(),
  /** When it began. */
  since: nullable(instant()),
  campaignId: nullable(id('campaigns')),
  name: word,
  campaignType: nullable(choice(dialMethods)),
  /** Requested after the call: pause, break, switch or logout. */
  wish: word,
  breakId: nullable(id('breaks')),
  breakName: word,
  /** Line in use, and whether the agent is muted. */
  leg: nullable(choice(agentLegs)),
  isMuted: flag(),
  /** Consecutive calls missed on the agent's line; the second one pauses the agent. */
  missedLegs: z.int(),
  /** Missing audio: from the agent's line, the agent's microphone, or the borrower. */
  unheard: nullable(choice(unheard)),
  call: nullable(
    z.object({
      callRefNo: z.string(),
      /** Null for an unknown caller; then `borrower` is empty. */
      loanId: nullable(id('loans')),
      borrower: z.string(),
      /** Loan matched by the entered digits; the agent verifies the borrower. */
      suggested: nullable(z.object({ borrower: z.string(), loanNumber: z.string() })),
      totalOutstanding: rupees(),
      type: choice(callTypes),
      state: z.string(),
      /** Placed as a second call. */
      isSecond: flag(),
      startedAt: instant(),
      answeredAt: nullable(instant()),
      /** Verified before loan details are disclosed. */
      spokenTo: nullable(choice(heardPeople)),
      /** Start of the hold. */
      heldSince: nullable(instant()),
      /**
       * The caller's line was lost: the borrower hears hold music, and the call disconnects at `until` unless resumed.
       */
      lineLoss: nullable(z.object({ until: instant(), isResuming: flag() })),
      /** Supervisors on the call, with their mode. */
      listeners: z.array(z.object({ name: z.string(), mode: z.string() })),
      /** A transfer in progress; `isMine`: the caller is its target. `three`: a three-way conversation. */
      transfer: nullable(
        z.object({
          stage: choice(['ringing', 'joined', 'handed']),
          isBlind: flag(),
          isMine: flag(),
          /** The transfer target, and the transferring agent. */
          to: z.string(),
          from: z.string(),
        }),
      ),
    }),
  ),
  /** The second of two calls: on hold since then, or ended without a disposition. */
  beside: nullable(
    z.object({
      callRefNo: z.string(),
      loanId: nullable(id('loans')),
      borrower: z.string(),
      state: z.string(),
      heldSince: nullable(instant()),
    }),
  ),
});

/** Of the lender of the call, its loan first; `canOpen` is false for a loan assigned to another user. */
export const callLoans = endpoint('GET /dialer/call-loans', {
  about: 'All loans of the borrower on the caller’s present call, with their dues.',
  can: { roles: ['agent'] },
  gives: z.object({
    id: id('loans'),
    loanNumber: z.string(),
    totalOutstanding: rupees(),
    dpd: nullable(number()),
    canOpen: flag(),
  }),
  answer: 'rows',
});

export const callBacks = endpoint('GET /dialer/call-backs', {
  about: 'The next calls the caller has promised, the soonest first.',
  can: { roles: ['agent'] },
  gives: z.array(z.object({ loanId: id('loans'), borrower: z.string(), at: instant(), paidOff })),
});

/** Without the caller's line the call resumes as soon as the line is up. */
export const resumeCall = endpoint('POST /dialer/resume-call', {
  about: 'Resumes the caller’s call whose line was lost.',
  can: { roles: ['agent'] },
  gives: standing,
  errors: ['DIALER_OFF', 'DIALER_BUSY'],
});
