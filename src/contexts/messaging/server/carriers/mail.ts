import type { Carrier } from './port.ts';

export interface Post {
  send(mail: { to: string; subject: string; body: string }): Promise<void>;
}

/** E-mail as a channel; without read receipts. */
export const mailCarrier = (mailer: Post): Carrier => ({
  async send({ id, to, subject, text }) {
    await mailer.send({ to, subject: subject ?? '', body: text });
    return { reference: `mail-${id}`, status: 'sent' };
  },
});
