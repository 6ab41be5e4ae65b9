import type { Carrier } from './port.ts';

export interface Post {
  send(mail: { to: string; subject: string; body: string }): Promise<void>;
}

/** E-mail as one channel among the others; that it was read nobody tells. */
export const mailCarrier = (mailer: Post): Carrier => ({
  async send({ id, to, subject, text }) {
    await mailer.send({ to, subject: subject ?? '', body: text });
    return { reference: `mail-${id}`, status: 'sent' };
  },
});
