/** Payment gateways in our words, and their mandates of UPI AutoPay: the payer agrees once, each charge is announced and made without the PIN. */
import type { ToldMandate } from '#contexts/payments/contract/autopay-rules.ts';
import type { AccountGateway } from '#contexts/payments/contract/payment-accounts.ts';
import type { ToldState } from '#contexts/payments/contract/order-states.ts';
import type { SettledRow } from '../reconciliation/row.ts';

/** A payment about to be made. */
export interface Begun {
  id: string;
  /** Paise. */
  amount: number;
  loanNumber: string;
  /** Where the payer comes back to. */
  returnUrl: string;
}
/** Where the payer goes: an address, or a form that is sent to one. */
export interface Way {
  url: string;
  fields?: Readonly<Record<string, string>>;
  /** The gateway's own number, where it gives one before anything was paid. */
  reference?: string;
}
/** What a gateway says of a payment, after it was verified that it is the gateway that says so. */
export interface GatewayNews {
  attemptId: string | null;
  reference: string | null;
  merchant: string;
  currency: string;
  amount: number | null;
  state: ToldState;
  /** The gateway's words, for the payer. */
  message: string;
  /** Paise that went back so far of a payment that still counts; less than its amount. */
  refunded?: number;
}
/** An event that changes no payment by itself: stored, and a dispute is put before a person. */
export interface GatewayNotice {
  isNotice: true;
  told: 'dispute' | 'other';
  /** The gateway's name of the event. */
  event: string;
  attemptId: string | null;
  reference: string | null;
  merchant: string;
}
/** Something came that the gateway did not sign as a whole, or that would be money: a reason to ask it, and no more. */
export interface Hint {
  isHint: true;
  /** About a mandate alone: `reference` is the gateway's number of it. */
  isOfMandate?: true;
  attemptId: string | null;
  reference: string | null;
  merchant: string;
}
export interface Sent {
  /** Exactly as it came: a signature is over bytes. */
  body: string;
  headers: Readonly<Record<string, string | undefined>>;
}

/** What came was not signed by the gateway. */
export class Unverified extends Error {}

/** A mandate about to be made. */
interface MandateDraft {
  /** Our order, as with payments: what is taken when it is made is one. */
  id: string;
  /** The most of one charge, paise. */
  most: number;
  /** Days in India. */
  from: string;
  until: string;
  loanNumber: string;
  mobile: string | null;
  /** Where the payer comes back to. */
  returnUrl: string;
}
/** A mandate the gateway was asked for. */
export interface MandateAt {
  id: string;
  /** What the gateway called it before anybody agreed. */
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
  /** What has become of it, by the gateway's own word; null when it knows nothing of it. */
  ask(mandate: MandateAt): Promise<MandateNews | null>;
  /** The gateway tells the payer's bank; what it calls the charge, if anything. Safe to say twice. */
  announce(mandate: MandateAt, charge: ChargeDraft): Promise<string | null>;
  /** Makes the charge unless the gateway knows it already; what became of it is asked for. */
  charge(mandate: MandateAt, charge: ChargeDraft): Promise<void>;
  /** What has become of a charge, or of what was taken when the mandate was made. */
  askCharge(order: { id: string; amount: number; reference: string | null }): Promise<GatewayNews | null>;
  /** The mandate is given back; the gateway is asked later whether it ended. */
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
  /** What has become of a payment, by the gateway's own word; null when it knows nothing of it. */
  ask(attempt: { id: string; amount: number; reference: string | null }): Promise<GatewayNews | null>;
  /** Whether money of a payment went back, all or a part, where `ask` does not say so. */
  askRefund?(attempt: { id: string; amount: number; reference: string | null }): Promise<GatewayNews | null>;
  /** The lines of a settlement by the gateway's own word, asked for by the day it was paid out, or by the bank's number. */
  settled?: { by: 'day' | 'utr'; lines(of: string): Promise<readonly SettledRow[]> };
  /** Where it charges by mandates of UPI AutoPay. */
  autopay?: Autopay;
}

/** An account, and the merchant of its own it may have. */
export interface AccountOf {
  accountId: number;
  ownGateway: AccountGateway | null;
  /** Sealed. */
  ownKeys: string | null;
}
/** What payments can go through here. */
export interface Gateways {
  /** Where an account's payments go: its own merchant, or the gateway of this installation. */
  of(account: AccountOf): Gateway | undefined;
  named(name: string): Promise<Gateway | undefined>;
  /** Where a payer may be sent by any of them. */
  origins: readonly string[];
}
/** Whose gateway it is, without the account whose merchant it is used for. */
export const vendorOf = (name: string): string => name.replace(/-\d+$/, '');

/** Provider text is shown as text, and not at any length. */
export const plainText = (text: unknown): string =>
  (typeof text === 'string' ? text : '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
