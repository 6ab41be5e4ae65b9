import { useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { voiceOptIns } from '#contexts/messaging/contract/voice-opt-ins.ts';
import { borrowerText as say } from '#contexts/loans/text/en/borrower.ts';
import { borrowerDispositionsText as words } from '#contexts/work/text/en/borrower-dispositions.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { useWaiting } from '#phone/outbox/queue/use-queue.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { LoanSheet } from '../loan/loan-sheet.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';
import { CallNumber } from '../outcome/call-number.tsx';
import { EditContacts } from './edit-contacts.tsx';
import type { Loan } from '../loan/loan.ts';
import { Read } from '../reading.tsx';
import { VoiceOptIn } from './voice-opt-in.tsx';

type Contact = WireRow<typeof loans.contacts>;
const field = fieldsOf(loans.reveal);

function labelOf({ contact, name }: Contact): string {
  const [kind = '', place] = contact.split('.');
  if (kind === 'otherMobiles') return say.other(Number(place) + 1);
  if (kind === 'participant') return name ?? say.mobile;
  return kind === 'alternateContact1' || kind === 'alternateContact2' ? say[kind] : say.mobile;
}

/** The masked numbers of a loan; revealed for a moment with permission and a reason. */
export function Contacts({ loan }: { loan: Loan }) {
  const reading = useRead(loans.contacts, { loanId: loan.id });
  const { data: agreed } = useRead(voiceOptIns.list, { loanId: loan.id });
  const mayReveal = useMay()(loans.reveal.can);
  const [asked, setAsked] = useState<Contact>();
  const [saved, setSaved] = useState(0);
  const waiting = useWaiting(`loan:${loan.id}`).filter(({ cmd }) => cmd === loans.edit.name);
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  return (
    <div className={css.columns}>
      <section className={css.box}>
        <h2>{say.numbers}</h2>
        {waiting.map(({ id, says }) => (
          <p key={id} className={css.what}>
            {says} <StatusPill tone="warn">{words.waiting}</StatusPill>
          </p>
        ))}
        {reading.asOf && <p className={css.none}>{say.numbersAway}</p>}
        <Read of={reading}>
          {(contacts) => (
            <ul className={css.numbers}>
              {contacts.map((one) => (
                <li key={one.contact}>
                  <span>{labelOf(one)}</span>
                  <b>{shown[one.contact] ?? one.mobile}</b>
                  <div>
                    <VoiceOptIn loanId={loan.id} contact={one.contact} label={labelOf(one)} agreed={agreed} />
                    <CallNumber loanId={loan.id} contact={one.contact} label={labelOf(one)} />
                    {mayReveal && !shown[one.contact] && (
                      <button
                        type="button"
                        className={look.plain}
                        aria-label={say.showNumber(labelOf(one))}
                        onClick={() => setAsked(one)}
                      >
                        {say.show}
                      </button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Read>
      </section>
      <EditContacts
        key={JSON.stringify([loan.alternateContact1, loan.alternateContact2, loan.otherMobiles, saved])}
        loan={loan}
        onSaved={() => setSaved(saved + 1)}
      />
      {asked && (
        <Reveal
          loan={loan}
          contact={asked}
          onShown={(number) => setShown({ ...shown, [asked.contact]: number })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function Reveal({
  loan,
  contact,
  onShown,
  onClose,
}: {
  loan: Loan;
  contact: Contact;
  onShown: (number: string) => void;
  onClose: () => void;
}) {
  const { run } = useAct(loans.reveal);
  const show = async ({ reason }: Record<string, unknown>): Promise<void> => {
    const { mobile } = await run({ id: String(loan.id), contact: contact.contact, reason: String(reason) });
    onShown(mobile);
    onClose();
  };
  return (
    <LoanSheet loan={loan} title={say.showNumber(labelOf(contact))} onClose={onClose}>
      <Form
        fields={[field.text('reason', say.reason, { hint: say.showAbout })]}
        start={{}}
        onSubmit={show}
        submit={say.show}
      />
    </LoanSheet>
  );
}
