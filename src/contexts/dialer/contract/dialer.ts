import { recorded } from '#kernel/contract/channels/channels.ts';
import * as z from 'zod/mini';
import { allowance } from '#kernel/contract/contact-rules.ts';
import { agentLegs, dialMethods } from '#contexts/lenders/contract/campaigns.ts';
import type { Access } from '#kernel/contract/access.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, id, instant, key, mobile, nullable, optional, text } from '#kernel/contract/field.ts';
import { process } from './processes.ts';
import { callBacks, callLoans, heardPeople, resumeCall, standing } from './standing.ts';
import { waiting } from './waiting.ts';

/** The dialer panel is for agents (G008). */
export const dials = { roles: ['agent'] } as const satisfies Access;
const leg = choice(agentLegs);
const word = z.nullable(z.string());
const refused = ['DIALER_OFF', 'DIALER_BUSY'] as const;

export const dialer = domain('dialer', {
  /** `id` is the campaign's dialerCampaignId, `status` the state it shall have; of recorded calls no process is returned. */
  startStop: endpoint('POST /dialer/start-stop', {
    about: 'Starts or stops the dialer of a campaign, or the recorded calls of a file.',
    can: 'campaign_start_stop',
    takes: {
      id: id('processes'),
      status: flag(),
      module: optional(choice(recorded)),
      jobId: optional(id('files')),
    },
    gives: z.nullable(process),
    errors: ['NOT_FOUND', 'CAMPAIGN_INACTIVE', 'NO_EXCHANGE'],
    touches: ['campaigns', 'processes', 'files'],
  }),
  status: endpoint('GET /dialer/status', {
    about: 'Status of the caller in the dialer, with the present call.',
    can: dials,
    gives: standing,
  }),
  login: endpoint('POST /dialer/login', {
    about: 'Logs the caller in to the dialer of a campaign.',
    can: dials,
    /** Without `leg` the campaign's default applies where possible; `ownPhone` is rung for each call. */
    takes: { campaignId: id('campaigns'), leg: optional(leg), ownPhone: optional(mobile()) },
    gives: standing,
    errors: ['NOT_FOUND', 'LEG_NOT_POSSIBLE', 'NO_EXCHANGE', ...refused],
  }),
  /**
   * Lines available to the caller, the line and campaign of the last login (initially a desk phone if present), and
   * their number.
   */
  legs: endpoint('GET /dialer/legs', {
    about: 'Lines the caller may speak by, and the line and campaign used last.',
    can: dials,
    gives: z.object({
      hasExchange: flag(),
      legs: z.array(leg),
      usual: leg,
      ownPhone: word,
      lastCampaignId: nullable(id('campaigns')),
    }),
  }),
  browserLine: endpoint('GET /dialer/browser-line', {
    about: 'Address and password of the caller’s browser line.',
    can: dials,
    gives: z.object({
      address: z.string(),
      uri: z.string(),
      password: z.string(),
      /** Format of RTCPeerConnection; empty where browser and exchange connect directly. */
      iceServers: z.array(
        z.object({ urls: z.string(), username: z.optional(z.string()), credential: z.optional(z.string()) }),
      ),
    }),
    errors: ['DIALER_OFF', 'LEG_NOT_POSSIBLE'],
  }),
  /** The page is open and its line may ring. `hasCall`: the page has the line's call; false: no page has. */
  lineReady: endpoint('POST /dialer/browser-line', {
    about: 'Tells that the browser line is open and can be rung.',
    can: dials,
    takes: { hasCall: optional(flag()) },
    gives: standing,
    errors: ['DIALER_OFF', 'LEG_NOT_POSSIBLE'],
  }),
  mute: endpoint('POST /dialer/mute', {
    about: 'Mutes the caller, or ends it.',
    can: dials,
    takes: { isMuted: flag() },
    gives: standing,
    errors: refused,
  }),
  /** May be called again until the disposition is saved. */
  spokeTo: endpoint('POST /dialer/spoken-to', {
    about: 'Says whom the caller heard at the other end of the present call.',
    can: dials,
    takes: { who: choice(heardPeople) },
    gives: standing,
    errors: refused,
  }),
  hold: endpoint('POST /dialer/hold', {
    about: 'Puts the caller’s present call on hold with music, or takes it off.',
    can: dials,
    takes: { isHeld: flag() },
    gives: standing,
    errors: refused,
  }),
  ready: endpoint('POST /dialer/agent-ready', {
    about: 'Makes the caller ready for calls.',
    can: dials,
    gives: standing,
    errors: refused,
  }),
  /** Also stops a break (G039). */
  pause: endpoint('POST /dialer/agent-pause', {
    about: 'Pauses the caller, after the present call if there is one; ends a break.',
    can: dials,
    gives: standing,
    errors: refused,
  }),
  onBreak: endpoint('POST /dialer/on-break', {
    about: 'Sends the caller on a break, after the present call if there is one.',
    can: dials,
    takes: { breakId: optional(id('breaks')) },
    gives: standing,
    errors: ['NOT_FOUND', ...refused],
  }),
  switchCampaign: endpoint('POST /dialer/switch-campaign', {
    about: 'Moves the caller to another campaign, after the present call.',
    can: dials,
    takes: { campaignId: id('campaigns') },
    gives: standing,
    errors: ['NOT_FOUND', 'LEG_NOT_POSSIBLE', ...refused],
  }),
  /** Calls a loan: its borrower, or the number that `alternateNumber` names, such as `alternateContact1`. */
  manualCall: endpoint('POST /dialer/manual-call/:id', {
    about: 'Calls a loan’s borrower, or another number of the loan.',
    can: dials,
    takes: { id: key('loans'), alternateNumber: optional(text({ max: 40 })) },
    gives: z.object({ callRefNo: z.string() }),
    errors: ['NOT_FOUND', 'CONTACT_BLOCKED', 'NO_CALLER_ID', 'RECORDING_FAILED', 'NO_EXCHANGE', ...refused],
  }),
  /** Whether the borrower of a loan may be called now, and contacts so far across all loans and channels. */
  allowance: endpoint('GET /dialer/allowance/:id', {
    about: 'Whether a borrower may be called now, and how often they were contacted.',
    can: 'staff',
    takes: { id: key('loans') },
    gives: allowance,
    errors: ['NOT_FOUND'],
  }),
  callLoans,
  callBacks,
  answer: endpoint('POST /dialer/answer', {
    about: 'Accepts the inbound call that is offered to the caller.',
    can: dials,
    gives: standing,
    errors: refused,
  }),
  decline: endpoint('POST /dialer/decline', {
    about: 'Declines an inbound call; it is offered to another agent.',
    can: dials,
    gives: standing,
    errors: refused,
  }),
  /** `isTheirs`: the caller identified themselves by digits; from then on the call belongs to that loan. */
  identify: endpoint('POST /dialer/identify', {
    about: 'Says whether the caller is the borrower of the suggested loan.',
    can: dials,
    takes: { isTheirs: flag() },
    gives: standing,
    errors: refused,
  }),
  hangUp: endpoint('POST /dialer/hang-up', {
    about: 'Ends the present call.',
    can: dials,
    gives: standing,
    errors: refused,
  }),
  waiting,
  resumeCall,
  breakStatus: endpoint('GET /user/activity/agent-break-status', {
    about: 'Whether the caller is on a break, which, and since when.',
    can: 'staff',
    gives: z.object({
      isOnBreak: flag(),
      userId: id('users'),
      breakId: nullable(id('breaks')),
      name: word,
      startTime: nullable(instant()),
      campaignId: nullable(id('campaigns')),
      campaignType: nullable(choice(dialMethods)),
    }),
  }),
  /** G043. */
  pending: endpoint('GET /pending-calls', {
    about: 'Ended calls of the caller that have no disposition yet.',
    can: 'staff',
    gives: z.object({ covId: z.string(), loanId: id('loans'), caller: z.string(), at: instant() }),
    answer: 'rows',
  }),
});
