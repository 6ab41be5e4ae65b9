import { createTransport } from 'nodemailer';
import type { Mailer } from '#kernel/server/providers/mail/port.ts';

/** Sends by SMTP; `url` as `smtps://user:password@host:port?from=recoup@example.in`. */
export function smtp(url: string): Mailer {
  const from = new URL(url).searchParams.get('from') ?? 'recoup@localhost';
  const transport = createTransport(url);
  return {
    async send({ to, subject, body, attachments = [] }) {
      await transport.sendMail({
        from,
        to,
        subject,
        text: body,
        attachments: attachments.map(({ name, contentType, content }) => ({
          filename: name,
          contentType,
          content,
        })),
      });
    },
  };
}
