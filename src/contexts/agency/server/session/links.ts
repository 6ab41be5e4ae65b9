/** Invitations, password links and other letters on their way to a person. */
import type { Mailer } from '#kernel/server/providers/mail/port.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import { mailText } from '#text/en/mail.ts';
import { removeSecondFactor } from '../second-factor/store.ts';
import { dropLinks, endSessions, mintLink, personById } from './store.ts';

/** Emails depend on a mail server, not on CPU: bulk invitations are sent concurrently. */
const lettersAtOnce = 4;

interface MailInput {
  to: string;
  subject: string;
  body: string;
}

/** Mails are sent after the commit: no email about a change that was rolled back. */
export const mailJob = (mailer: Mailer): Job<MailInput> => ({
  name: 'mail.send',
  retries: 5,
  atOnce: lettersAtOnce,
  run: (mail) => mailer.send(mail),
});

type Purpose = 'invitation' | 'reset';
interface LinkInput {
  /** Null for an unknown address: the job does equal work, so that timing reveals no account. */
  userId: number | null;
  purpose: Purpose;
}
/** Sends a link to a user, after the enclosing transaction. */
export type SendLink = (tx: Tx, userId: number | null, purpose: Purpose) => Promise<void>;

const name = 'session.link';
export const linkSender =
  (jobs: Jobs): SendLink =>
  (tx, userId, purpose) =>
    jobs.enqueue<LinkInput>(tx, name, { userId, purpose });

/** The link is generated when the email is sent, and stored nowhere else; a retry generates a new one. */
export const linkJob = (o: { database: Database; mailer: Mailer; publicUrl: string }): Job<LinkInput> => ({
  name,
  retries: 5,
  atOnce: lettersAtOnce,
  async run({ userId, purpose }) {
    const person = userId === null ? undefined : await personById(o.database, userId);
    if (!person?.isActive) return;
    const token = await o.database.transaction((tx) => mintLink(tx, person.id, purpose));
    const url = `${o.publicUrl}/set-password?token=${encodeURIComponent(token)}`;
    await o.mailer.send({ to: person.email, ...mailText[purpose]({ name: person.firstName, url }) });
  },
});

/** Notifies the old address that it no longer signs in; its sessions and links end. */
type MoveAddress = (tx: Tx, userId: number, from: string, to: string) => Promise<void>;
export const addressMover =
  (jobs: Jobs): MoveAddress =>
  async (tx, userId, from, to) => {
    const person = await personById(tx, userId);
    const letter = mailText.addressChanged({ name: person?.firstName ?? '', to });
    await dropLinks(tx, userId);
    await endSessions(tx, userId, { except: 0 });
    await jobs.enqueue<MailInput>(tx, 'mail.send', { to: from, ...letter });
  };

/** Resets a second factor: sessions end, and the user gets an e-mail. False where there was none. */
type ResetSecondFactor = (tx: Tx, userId: number) => Promise<boolean>;
export const secondFactorResetter =
  (jobs: Jobs): ResetSecondFactor =>
  async (tx, userId) => {
    if (!(await removeSecondFactor(tx, userId))) return false;
    const person = await personById(tx, userId);
    await endSessions(tx, userId, { except: 0 });
    if (person) {
      const letter = mailText.secondFactorReset({ name: person.firstName });
      await jobs.enqueue<MailInput>(tx, 'mail.send', { to: person.email, ...letter });
    }
    return true;
  };
