import {
  type Icon as TablerIcon,
  IconBrandWhatsapp,
  IconCalendarPlus,
  IconCash,
  IconClockPlus,
  IconDiscount,
  IconHandStop,
  IconLink,
  IconMapPinCheck,
  IconMessageReport,
  IconPencilPlus,
  IconPhone,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { complaintsText } from '#contexts/complaints/text/en/complaints.ts';
import { dialer, dials } from '#contexts/dialer/contract/dialer.ts';
import { dialerText } from '#contexts/dialer/text/en/dialer.ts';
import { kitText } from '#text/en/kit.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { channelName } from '#text/en/channels.ts';
import { paymentLinksText } from '#contexts/payments/text/en/payment-links.ts';
import { visitsText } from '#contexts/work/text/en/visits.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { callBorrower, isWord, useCalling, useDialer } from '#kernel/client/calls/live/dialer-store.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { Key } from '#kernel/ui/parts/menu/key.tsx';
import { type KeyName, pressedBy } from '#kernel/ui/parts/menu/keys.ts';
import css from './actions.module.css';
import type { Loan } from '../loan/loan.ts';
import { isOutcome } from './kinds.ts';
import type { LoanLink } from './link/payment-link.tsx';
import { paidOffReason } from '#contexts/loans/client/paid-off-reason.ts';
import { useOffered } from './use-offered.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const loadForm = () => import('./form/outcome-form.tsx');
const AddOutcome = lazy(async () => ({ default: (await loadForm()).AddOutcome }));
const VisitForm = lazy(async () => ({ default: (await import('../visits/visit-form.tsx')).VisitForm }));
const PaymentLink = lazy(async () => ({ default: (await import('./link/payment-link.tsx')).PaymentLink }));

const LinkSheet = lazy(async () => ({ default: (await import('./link/link-sheet.tsx')).LinkSheet }));
const ComplaintForm = lazy(async () => ({
  default: (await import('../tabs/complaint-form.tsx')).ComplaintForm,
}));
const HoldForm = lazy(async () => ({ default: (await import('../tabs/hold-form.tsx')).HoldForm }));

const drawn = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;
export const small = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

interface BorrowerAct {
  name: string;
  label: string;
  picture: TablerIcon;
  key?: KeyName;
}
export const ptp: BorrowerAct = { name: 'ptp', label: say.addPtp, picture: IconCalendarPlus };
export const adds: readonly BorrowerAct[] = [
  { name: 'settlement', label: say.initiateSettlement, picture: IconDiscount, key: 'settle' },
  { name: 'followup', label: say.addFollowUp, picture: IconClockPlus },
  { name: 'payment', label: say.addPayment, picture: IconCash },
];
const visit: BorrowerAct = {
  name: 'visit',
  label: visitsText.checkIn,
  picture: IconMapPinCheck,
  key: 'visit',
};
const link: BorrowerAct = { name: 'link', label: paymentLinksText.open, picture: IconLink, key: 'link' };
const whatsApp: BorrowerAct = {
  name: 'whatsapp',
  label: paymentLinksText.openBy(channelName('whatsApp')),
  picture: IconBrandWhatsapp,
  key: 'whatsApp',
};

const hold: BorrowerAct = { name: 'hold', label: borrowerText.hold, picture: IconHandStop, key: 'hold' };
const complaint: BorrowerAct = { name: 'complaint', label: complaintsText.take, picture: IconMessageReport };
/** Online only: money, holds and complaints. */
const needsServer: readonly string[] = [link.name, whatsApp.name, hold.name, complaint.name];

interface Part {
  loan: Loan;
}
const useOpen = () => {
  const { set } = useUrlState();
  return (name: string) => set({ add: name }, 'push');
};

/** Buttons for calls, messages, visits and dispositions: round on a phone, in a row at the desk. */
export function RoundActions({ loan }: Part) {
  const isPhone = useIsPhone();
  const isOnline = useOnline();
  const isCalled = useDialer()?.call?.loanId === loan.id;
  const open = useOpen();
  const hasAccount = loan.paymentAccountId !== null;
  const mayHold = useMay()(loanHolds.place.can);
  // What may come of a contact is on the phone once its borrower was opened, should the network go next.
  useOffered(loan.clientId);
  const acts = [
    ...(hasAccount ? [whatsApp, link] : []),
    // During a call, the bar at the bottom makes them redundant.
    ...(isPhone ? [...(isCalled ? [ptp] : []), visit, ...adds] : []),
    ...(mayHold ? [hold, complaint] : []),
  ];
  return (
    <nav className={css.rounds} aria-label={say.actions}>
      <CallButton loan={loan} />
      {acts.map(({ name, label, picture: Drawn, key }) => {
        const isAway = !isOnline && needsServer.includes(name);
        const why = paidOffReason(name, loan) ?? (isAway && kitText.needsNetwork);
        return (
          <button
            key={name}
            type="button"
            {...greyed(why)}
            {...(!isPhone && key && pressedBy(key))}
            onClick={() => open(name)}
          >
            <i>
              <Drawn {...drawn} />
            </i>
            <span>{label}</span>
            {!isPhone && key && <Key of={key} />}
          </button>
        );
      })}
    </nav>
  );
}

/** The Call button, for agents with a dialer; signs in to it first. */
function CallButton({ loan }: Part) {
  const mayDial = useMay()(dials);
  const isOnline = useOnline();
  const isCalling = useCalling();
  const now = useDialer();
  const { data } = useRead(dialer.allowance, { id: String(loan.id) }, { enabled: mayDial });
  const rests = useRead(loanHolds.list, { loanId: loan.id }).data?.some(({ isNow }) => isNow);
  // One call at a time, or a second one while the first is on hold: of another borrower.
  const isSecond = (now?.maySecond ?? false) && now?.call?.loanId !== loan.id;
  if (!mayDial || (now && !isSecond && isWord(now.status, 'ringing', 'on-call', 'wrap-up'))) return null;
  return (
    <button
      type="button"
      // While calling is forbidden it is not the main action; the reason is shown below.
      data-main={(data && data.rule !== null) || rests ? undefined : true}
      disabled={isCalling}
      {...greyed(paidOffReason('call', loan) ?? (!isOnline && kitText.needsNetwork))}
      {...pressedBy('call')}
      onClick={() => callBorrower({ loanId: loan.id })}
    >
      <i>
        <IconPhone {...drawn} />
      </i>
      <span>{isSecond ? dialerText.holdAndCall : dialerText.call}</span>
      <Key of="call" />
    </button>
  );
}

/** Sends a link, then shows its QR code for a borrower who is present. */
function SendLink({
  loan,
  onClose,
  ...how
}: Part & { channel: 'whatsApp' | undefined; onClose: () => void }) {
  const [sent, setSent] = useState<LoanLink>();
  return sent ? (
    <LinkSheet link={sent} loan={loan} onClose={onClose} />
  ) : (
    <PaymentLink loan={loan} {...how} onClose={(link) => (link ? setSent(link) : onClose())} />
  );
}

/** Form in the URL, as a dialog; at the desk disposition forms are inline. */
export function AskedAct({ loan, onNext }: Part & { onNext: (() => void) | undefined }) {
  const isPhone = useIsPhone();
  const { get, set } = useUrlState();
  const what = get('add');
  const close = () => set({ add: undefined });
  if (!what || (isOutcome(what) && !isPhone)) return null;
  return (
    <Suspense>
      {what === 'visit' ? (
        // After a visit with the borrower met, the disposition form opens.
        <VisitForm
          loan={loan}
          onDone={(outcome) => set({ add: outcome === 'met' ? 'disposition' : undefined })}
        />
      ) : what === 'hold' ? (
        <HoldForm loan={loan} onClose={close} />
      ) : what === 'complaint' ? (
        <ComplaintForm loan={loan} onClose={close} />
      ) : what === 'link' || what === 'whatsapp' ? (
        loan.paymentAccountId !== null && (
          <SendLink loan={loan} channel={what === 'link' ? undefined : 'whatsApp'} onClose={close} />
        )
      ) : (
        <AddOutcome key={loan.id} loan={loan} what={what} onNext={onNext} onDone={close} />
      )}
    </Suspense>
  );
}

/** Bottom bar on phones: PTP, and every other disposition. */
export function ThumbBar({ loan }: Part) {
  const isCalled = useDialer()?.call?.loanId === loan.id;
  const { get } = useUrlState();
  const open = useOpen();
  // The tab's form has a footer, and an active call its button.
  if (get('tab') === 'add' || isCalled) return null;
  return (
    <div className={css.thumb}>
      <button type="button" className={`${look.plain} ${look.tall}`} onClick={() => open(ptp.name)}>
        <IconCalendarPlus {...small} /> {ptp.label}
      </button>
      <button
        type="button"
        className={`${look.main} ${look.tall}`}
        onPointerEnter={() => void loadForm()}
        onClick={() => open('disposition')}
      >
        <IconPencilPlus {...small} /> {say.addDisposition}
      </button>
    </div>
  );
}
