/** The port of message providers. */
import type { Channel as BulkChannel } from '#kernel/contract/channels/channels.ts';
import type { Tx } from '#kernel/server/database/database.ts';

export type Channel = BulkChannel | 'email';
type Purpose =
  | 'bulk'
  | 'payment-link'
  | 'payment-received'
  | 'payment-failed'
  | 'cash-received'
  | 'cash-cancelled'
  | 'complaint'
  | 'settlement-offer'
  | 'settlement-code'
  | 'borrower-code'
  | 'visit-notice'
  | 'autopay-offer'
  | 'autopay-notice'
  /** Voicemail; uses no message carrier. */
  | 'voice-message';

export interface Message {
  /** Idempotency key for the provider, so that a retry is not a second message. */
  id: number;
  channel: Channel;
  /** Ten digits, or an e-mail address. */
  to: string;
  text: string;
  subject: string | null;
  purpose: Purpose;
  /** Of the register of approved texts; null: the one set for its purpose. */
  templateId: string | null;
}
export type CarrierStatus = 'sent' | 'delivered' | 'read' | 'failed';
export interface Accepted {
  /** The carrier's message id. */
  reference: string;
  status: CarrierStatus;
}

/** Will never arrive, however often it is tried. */
export class Undeliverable extends Error {}

/** Accepts a message or throws: `Undeliverable` for good, anything else for now. */
export interface Carrier {
  send(message: Message): Promise<Accepted>;
  /** Delivery status; undefined when the carrier does not report it. */
  statusOf?(reference: string): Promise<CarrierStatus | undefined>;
}

export type Carriers = Readonly<Record<Channel, Carrier>>;

/** Message of a context: stored with its change, and sent after the commit. */
export interface Outgoing {
  loanId: number;
  channel: Channel;
  to: string;
  text: string;
  subject?: string;
  purpose: Purpose;
  templateId?: string;
  userId: number | null;
  /** Permitted and included as a contact from now on, so that no other exceeds the cap. */
  countedAt?: Date;
}
export type SendMessage = (tx: Tx, message: Outgoing) => Promise<number>;
