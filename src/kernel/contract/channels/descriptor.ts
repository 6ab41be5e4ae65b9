/** The descriptor of a message channel, and the statuses of a message. */
import type { RouteLine } from '#kernel/contract/endpoint.ts';

/** Stored for sending; queued for the carrier; the others are from the carrier. */
export const messageStatuses = ['stored', 'queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];
/** The same for a channel without read receipts. */
export const unread = ['stored', 'queued', 'sent', 'delivered', 'failed'] as const;

export interface Descriptor {
  /** Noun for documentation. */
  noun: string;
  /** The name of its list, in addresses and exports too. */
  tab: string;
  list: RouteLine;
  summary: RouteLine;
  /** The endpoint that sends a template to loans. */
  sends: string;
  send: RouteLine;
  /** What the loan of a message is called on the dashboard (document 1, section 3). */
  loan: string;
  /** A recorded call: no text, sent when its campaign is started, and listed by campaign. */
  isRecorded: boolean;
  /** Borrowers answer with one tap (document 1, section 9). */
  hasAnswers: boolean;
  /** Message statuses; read only where its carrier reports it. */
  statuses: readonly MessageStatus[];
  /** The status of a single message can be polled (document 3, section 7). */
  tellsStatus: boolean;
  /** What a borrower's page calls how many were sent. */
  counts: string;
  /** How the options of a file name its template, and by what (document 3, section 5). */
  option: string;
  by: 'id' | 'name';
  /** Option name of a recorded call's campaign (document 3, section 5). */
  campaign: string | null;
  /** Separate path for a list of its templates (document 3, section 6). */
  choices: RouteLine | null;
  /** Prefix of its messages in the timeline of a loan. */
  picture: 'message' | 'whatsapp' | 'recording';
  /** Paise for one, as carriers in India usually charge: an estimate before many are sent, never a bill. */
  costs: number;
}
