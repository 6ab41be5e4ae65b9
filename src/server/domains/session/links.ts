/** Invitations and password links on their way to a person. */
import type { Mailer } from '#server/providers/mail/port.ts';
import type { Job, Jobs } from '#server/kernel/jobs.ts';
import { mailText } from '#text/en/mail.ts';
import type { SendLink } from './routes.ts';
import { mintLink, personById } from './store.ts';
import type { Tx } from '#server/kernel/database.ts';

interface MailInput {
  to: string;
  subject: string;
  body: string;
}

/** The mail leaves after the commit: no letter about a change that was rolled back. */
export const mailJob = (mailer: Mailer): Job<MailInput> => ({
  name: 'mail.send',
  retries: 5,
  run: (mail) => mailer.send(mail),
});

export const linkSender =
  (jobs: Jobs, publicUrl: string): SendLink =>
  async (tx, person, purpose, token) => {
    const url = `${publicUrl}/set-password?token=${encodeURIComponent(token)}`;
    const { subject, body } = mailText[purpose]({ name: person.firstName, url });
    await jobs.enqueue<MailInput>(tx, 'mail.send', { to: person.email, subject, body });
  };

/** Sends a new person the link to choose a first password. */
export const inviter =
  (send: SendLink) =>
  async (tx: Tx, userId: number): Promise<void> => {
    const person = await personById(tx, userId);
    if (person) await send(tx, person, 'invitation', await mintLink(tx, userId, 'invitation'));
  };
