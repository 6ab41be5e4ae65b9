/** The descriptor of a message channel, and the statuses of a message. */
import type { RouteLine } from '#kernel/contract/endpoint.ts';

/** Stored by a file, to be sent later; queued on its way to the carrier; the rest is the carrier's word. */
export const messageStatuses = ['stored', 'queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];
/** The same of a channel whose carrier does not tell what was read. */
export const unread = ['stored', 'queued', 'sent', 'delivered', 'failed'] as const;

export interface Descriptor {
  /** What is sent, as documentation says it. */
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
  /** Borrowers answer with one press (document 1, section 9). */
  hasAnswers: boolean;
  /** What becomes of its messages; read only where its carrier tells. */
  statuses: readonly MessageStatus[];
  /** A single message of it can be asked about (document 3, section 7). */
  tellsStatus: boolean;
  /** What a borrower's page calls how many were sent. */
  counts: string;
  /** How the options of a file name its template, and by what (document 3, section 5). */
  option: string;
  by: 'id' | 'name';
  /** What the same options say beside it: of a recorded call its campaign (document 3, section 5). */
  campaign: string | null;
  /** A list of its templates under an address of its own (document 3, section 6). */
  choices: RouteLine | null;
  /** Prefix of its messages in the timeline of a loan. */
  picture: 'message' | 'whatsapp' | 'recording';
  /** Paise for one, as carriers in India usually charge: an estimate before many are sent, never a bill. */
  costs: number;
}
