/**
 * Payment gateways in our terms, with UPI AutoPay mandates: the payer agrees once, each debit is announced and created
 * without the PIN.
 */
import type { ToldMandate } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import type { AccountGateway } from '#contexts/payments/contract/payment-accounts.ts';
import type { ToldState } from '#contexts/payments/contract/pay/order-states.ts';
import type { SettledRow } from '../reconciliation/row.ts';

/** A new payment. */
export interface Begun {
  id: string;
  /** Paise. */
  amount: number;
  loanNumber: string;
  /** Return URL of the payer. */
  returnUrl: string;
}
/** Next page of the payer: a URL, or a form posted to one. */
export interface Way {
  url: string;
  fields?: Readonly<Record<string, string>>;
  /** The gateway's number, where it issues one before the payment. */
  reference?: string;
}
/** Verified status of a payment from a gateway. */
export interface GatewayNews {
  attemptId: string | null;
  reference: string | null;
  merchant: string;
  currency: string;
  amount: number | null;
  state: ToldState;
  /** The gateway's message for the payer. */
  message: string;
  /** Paise refunded so far from an included payment; less than its amount. */
  refunded?: number;
}
/** An event without effect on a payment: stored, and a dispute is sent to review. */
export interface GatewayNotice {
  isNotice: true;
  told: 'dispute' | 'other';
  /** The gateway's name of the event. */
  event: string;
  attemptId: string | null;
  reference: string | null;
  merchant: string;
}
/** Unsigned or money-relevant input: only triggers a query of the gateway. */
export interface Hint {
  isHint: true;
  /** About a mandate alone: `reference` is the gateway's number of it. */
  isOfMandate?: true;
  attemptId: string | null;
  reference: string | null;
  merchant: string;
}
export interface Sent {
  /** Raw bytes, because signatures cover them. */
  body: string;
  headers: Readonly<Record<string, string | undefined>>;
}

/** The input was not signed by the gateway. */
export class Unverified extends Error {}

/** A mandate about to be made. */
interface MandateDraft {
  /** Our order, as with payments: idempotent creation by this id. */
  id: string;
  /** The most of one charge, paise. */
  most: number;
  /** Days in India. */
  from: string;
  until: string;
  loanNumber: string;
  mobile: string | null;
  /** Return URL of the payer. */
  returnUrl: string;
}
/** A mandate requested from the gateway. */
export interface MandateAt {
  id: string;
  /** The gateway's number before consent. */
  reference: string | null;
  /** What it calls the mandate itself. */
  token: string | null;
}
/** What a gateway answers of a mandate. */
export interface MandateNews {
  state: ToldMandate;
  token: string | null;
  message: string;
}
export interface ChargeDraft {
  /** Our order. */
  id: string;
  amount: number;
  loanNumber: string;
  /** Day in India. */
  day: string;
  at: Date;
  mobile: string | null;
  /** What the gateway called it when it was announced. */
  reference: string | null;
}

/** What a gateway that has mandates can do besides payments. */
export interface Autopay {
  /** How long before a charge the payer must know of it. */
  noticeHours: number;
  register(mandate: MandateDraft): Promise<Way>;
  /** Current state at the gateway; null when unknown there. */
  ask(mandate: MandateAt): Promise<MandateNews | null>;
  /** The gateway notifies the payer's bank; returns its number of the debit, if any. Idempotent. */
  announce(mandate: MandateAt, charge: ChargeDraft): Promise<string | null>;
  /** Creates the debit unless the gateway has it; its state is polled. */
  charge(mandate: MandateAt, charge: ChargeDraft): Promise<void>;
  /** State of a debit, or of the registration debit. */
  askCharge(order: { id: string; amount: number; reference: string | null }): Promise<GatewayNews | null>;
  /** Cancels the mandate; a later query confirms it. */
  end(mandate: MandateAt): Promise<void>;
}

export interface Gateway {
  name: string;
  /** Our merchant id at the gateway. */
  merchant: string;
  /** Origins a payer may be sent to. */
  origins: readonly string[];
  begin(attempt: Begun): Promise<Way>;
  /** Throws `Unverified`. Nothing that is signed is dropped: what changes no payment is a notice. */
  read(sent: Sent): GatewayNews | Hint | GatewayNotice;
  /** Current state of a payment at the gateway; null when unknown there. */
  ask(attempt: { id: string; amount: number; reference: string | null }): Promise<GatewayNews | null>;
  /** Whether a payment was refunded, fully or partly, where `ask` does not include it. */
  askRefund?(attempt: { id: string; amount: number; reference: string | null }): Promise<GatewayNews | null>;
  /** Rows of a settlement from the gateway's API, by payout day or bank number. */
  settled?: { by: 'day' | 'utr'; lines(of: string): Promise<readonly SettledRow[]> };
  /** Where it charges by mandates of UPI AutoPay. */
  autopay?: Autopay;
}

/** An account with its optional merchant. */
export interface AccountOf {
  accountId: number;
  ownGateway: AccountGateway | null;
  /** Encrypted. */
  ownKeys: string | null;
}
/** What payments can go through here. */
export interface Gateways {
  /** Gateway of an account: its merchant, or the installation's gateway. */
  of(account: AccountOf): Gateway | undefined;
  named(name: string): Promise<Gateway | undefined>;
  /** Where a payer may be sent by any of them. */
  origins: readonly string[];
}
/** Gateway vendor, without the account. */
export const vendorOf = (name: string): string => name.replace(/-\d+$/, '');

/** Provider text is shown as text, and not at any length. */
export const plainText = (text: unknown): string =>
  (typeof text === 'string' ? text : '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
