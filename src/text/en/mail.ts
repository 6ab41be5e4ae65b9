/** Mails to users of the console. Messages to borrowers are templates with approvals, not texts of ours. */
interface LinkFacts {
  name: string;
  url: string;
}

/** `m•••@bank.example`: enough to recognise one's address, too little to reveal another's. */
const masked = (address: string): string => address.replace(/^(.).*(?=@)/, '$1•••');

type Fault =
  | { is: 'rewritten'; n: number }
  | { is: 'unmarked'; n: number }
  | { is: 'broken'; event: number }
  | { is: 'ledger'; event: number }
  | { is: 'unnoted'; posting: number }
  | { is: 'agreement'; settlement: number };

/** What is wrong with the audit chain. */
export const auditFault = (fault: Fault): string => {
  if (fault.is === 'broken') return `event ${fault.event} was changed, removed or given another time`;
  if (fault.is === 'ledger') return `ledger postings noted by event ${fault.event} were changed or removed`;
  if (fault.is === 'unnoted') return `ledger posting ${fault.posting} was added without an event`;
  if (fault.is === 'agreement')
    return `the terms that a borrower accepted in settlement ${fault.settlement} were changed, added or removed`;
  return fault.is === 'rewritten'
    ? `seal ${fault.n} is not the one that was seen: it was computed again or cut off`
    : `the mark of seal ${fault.n} is gone or was not made with the key of this installation`;
};

const auditCause =
  'Events are only ever added, so somebody with access to the database changed it, or it was put back to an older state without npm run db:restore.';

/** How what waited for a second person ended. */
const ended = {
  approved: { subject: 'Approved', body: (what: string) => `the ${what} you sent up was approved.` },
  rejected: {
    subject: 'Rejected',
    body: (what: string) => `the ${what} you sent up was rejected. Its history says why.`,
  },
  withdrawn: {
    subject: 'No longer waits',
    body: (what: string) =>
      `the ${what} that waited for a decision was taken back or changed meanwhile. You need not do anything; if it is still wanted, it is asked for again.`,
  },
  expired: {
    subject: 'Nobody decided in time',
    body: (what: string) =>
      `nobody decided about the ${what} in its time, so it no longer waits. If it is still wanted, ask for it again.`,
  },
} as const;

export const mailText = {
  invitation: ({ name, url }: LinkFacts) => ({
    subject: 'Your Recoup account',
    body: `Hello ${name},\n\nan account was made for you. Choose your password here within three days:\n${url}\n\nIf you do not expect this, do nothing.\n`,
  }),
  reset: ({ name, url }: LinkFacts) => ({
    subject: 'Choose a new password',
    body: `Hello ${name},\n\nsomebody, probably you, asked for a new password. Choose it here within one hour:\n${url}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  }),
  addressChanged: ({ name, to }: { name: string; to: string }) => ({
    subject: 'Your Recoup account has a new address',
    body: `Hello ${name},\n\nyour Recoup account now signs in with ${masked(to)}; this address no longer does, and all sessions have ended.\n\nIf you did not expect this, tell your administrator at once.\n`,
  }),
  secondFactorReset: ({ name }: { name: string }) => ({
    subject: 'Your Recoup account no longer asks for a code',
    body: `Hello ${name},\n\nan administrator took away the two-step sign-in of your Recoup account: you now sign in with your password alone, and all sessions have ended. Set it up again in your account.\n\nIf you did not ask for this, tell your administrator at once and choose a new password.\n`,
  }),
  authorityEnded: ({ name, what, state }: { name: string; what: string; state: keyof typeof ended }) => ({
    subject: `${ended[state].subject}: ${what}`,
    body: `Hello ${name},\n\n${ended[state].body(what)}\n`,
  }),
  changeInADay: ({ name }: { name: string }) => ({
    subject: 'A change of your account in 24 hours',
    body: `Hello ${name},\n\nsomebody of the agency asked to change the address or the account your Recoup account is kept with. It is done in 24 hours.\n\nIf you did not expect this, tell the agency at once: they can still take it back.\n`,
  }),
  auditBroken: ({ name, url, standing }: LinkFacts & { standing: Fault }) => ({
    subject: 'The audit log of Recoup was changed',
    body: `Hello ${name},\n\nthe audit log of ${url} does not hold: ${auditFault(standing)}. ${auditCause}\n\nKeep the database, its backups and the server's log as they are, and find out who had access. When it is explained, "npm run audit -- --accept" takes the log as it stands.\n`,
  }),
};
