import { useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { linkChannels, paymentLinks } from '#contexts/payments/contract/pay/payment-links.ts';
import { channelName } from '#text/en/channels.ts';
import { paymentLinksText as say } from '#contexts/payments/text/en/payment-links.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { type Field, type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { momentText, money } from '#kernel/ui/parts/values/format.ts';
import { LoanSheet } from '../../loan/loan-sheet.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../../borrower.module.css';
import type { Loan } from '../../loan/loan.ts';
import { Read } from '../../reading.tsx';

type Contact = WireRow<typeof loans.contacts>;
export type LoanLink = WireRow<typeof paymentLinks.ofLoan>;

const field = fieldsOf(paymentLinks.generate);
const fresh = 'new';
const isNew = ({ mobileNumber }: { mobileNumber?: unknown }): boolean => mobileNumber === fresh;

/** Participants must not learn of the loan: only the borrower's numbers are offered. */
const ownOf = (contacts: readonly Contact[]): Contact[] =>
  contacts.filter(({ contact }) => !contact.startsWith('participant'));

/** Default: one instalment, to the borrower's first number. */
function startOf({ emiAmount }: Loan, contacts: readonly Contact[]): Values {
  const [first] = ownOf(contacts);
  return {
    channel: 'sms',
    ...(first && { mobileNumber: first.contact }),
    ...(emiAmount ? { amount: String(emiAmount) } : {}),
  };
}

/** Only what the server would send by: a borrower without an e-mail address gets no e-mail. */
const channelsFor = (hasEmail: boolean) => linkChannels.filter((one) => one !== 'email' || hasEmail);

interface Offered {
  channel: 'whatsApp' | undefined;
  hasEmail: boolean;
}
function fieldsFor(contacts: readonly Contact[], { channel, hasEmail }: Offered): Field[] {
  const own = ownOf(contacts);
  return [
    field.choice('channel', say.channel, {
      initial: 'sms',
      required: true,
      choices: channelsFor(hasEmail).map((value) => ({ value, label: channelName(value) })),
      show: () => channel === undefined,
    }),
    field.choice('mobileNumber', say.number, {
      required: ({ channel }) => channel !== 'email',
      show: ({ channel }) => channel !== 'email',
      needed: say.needNumber,
      choices: [
        ...own.map(({ contact, mobile }) => ({ value: contact, label: mobile })),
        { value: fresh, label: say.newNumber },
      ],
    }),
    field.text('newNumber', say.typed, { required: isNew, show: isNew }),
    field.text('reason', say.reason, { required: isNew, show: isNew }),
    field.flag('hasConsent', say.consent, { show: isNew }),
    field.flag('isOptedIn', say.optIn, { show: ({ channel }) => channel === 'whatsApp' }),
    field.money('amount', say.amount, { hint: say.amountHint }),
  ];
}

/** A link to the payment page, sent to the borrower, and what became of those before it. */
export function PaymentLink({
  loan,
  channel,
  onClose,
}: {
  loan: Loan;
  channel?: 'whatsApp' | undefined;
  onClose: (sent?: LoanLink) => void;
}) {
  const contacts = useRead(loans.contacts, { loanId: loan.id });
  const borrower = useRead(loans.borrower, { id: String(loan.borrowerId) });
  const { run } = useAct(paymentLinks.generate);
  const send = async ({ mobileNumber, ...given }: Record<string, unknown>): Promise<void> => {
    try {
      const number = mobileNumber === fresh || mobileNumber === undefined ? {} : { mobileNumber };
      const link = await run({
        ...given,
        ...number,
        ...(channel && { channel }),
        loanId: loan.id,
      } as Parameters<typeof run>[0]);
      notice.success(say.sent(link.to ?? ''));
      onClose(link);
    } catch (error) {
      // The server's message, if specific; the form has messages for its fields.
      if (error instanceof ApiFailure && error.status < 500) throw error;
      notice.error(say.failed);
    }
  };
  return (
    <LoanSheet
      loan={loan}
      title={channel ? say.titleBy(channelName(channel)) : say.title}
      onClose={() => onClose()}
    >
      <Read of={contacts}>
        {(rows) => (
          <Form
            fields={fieldsFor(rows, { channel, hasEmail: Boolean(borrower.data?.email) })}
            start={{ ...startOf(loan, rows), ...(channel && { channel }) }}
            submit={say.send}
            onSubmit={send}
          />
        )}
      </Read>
      <Links loanId={loan.id} />
    </LoanSheet>
  );
}

const tones = {
  sent: 'plain',
  opened: 'warn',
  paid: 'good',
  expired: 'bad',
  replaced: 'plain',
  over: 'good',
  revoked: 'bad',
} as const satisfies Record<LoanLink['state'], string>;
const isOpen = ({ state }: LoanLink): boolean => state === 'sent' || state === 'opened';

function Links({ loanId }: { loanId: number }) {
  const { data = [] } = useRead(paymentLinks.ofLoan, { loanId });
  const { run, busy } = useAct(paymentLinks.revoke);
  const [copied, setCopied] = useState<number>();
  if (data.length === 0) return null;
  const copy = async ({ id, url }: LoanLink): Promise<void> => {
    await navigator.clipboard.writeText(url);
    setCopied(id);
  };
  const revoke = async ({ id }: LoanLink): Promise<void> => {
    try {
      await run({ id: String(id) });
      notice.success(say.revoked);
    } catch {
      notice.error(say.failed);
    }
  };
  return (
    <section className={css.box}>
      <h2>{say.links}</h2>
      <ul className={css.outcomes}>
        {data.map((link) => (
          <li key={link.id}>
            <span className={css.what}>
              {[channelName(link.channel), link.to, link.amount !== null && money(link.amount)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <StatusPill tone={tones[link.state]}>{say.states[link.state]}</StatusPill>
            <span className={css.when}>
              {[momentText(link.createdAt), isOpen(link) && say.until(momentText(link.expiresAt)), link.by]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {isOpen(link) && (
              <span>
                <button type="button" className={look.link} onClick={() => void copy(link)}>
                  {copied === link.id ? say.copied : say.copy}
                </button>{' '}
                <button type="button" className={look.link} disabled={busy} onClick={() => void revoke(link)}>
                  {say.revoke}
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The same from a list, where the full loan is not loaded yet. */
export function PaymentLinkOf({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: loan } = useRead(loans.one, { id });
  return loan && loan.paymentAccountId !== null ? <PaymentLink loan={loan} onClose={onClose} /> : null;
}
