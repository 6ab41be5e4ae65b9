/** Mails to users of the console. Messages to borrowers are templates with approvals, not texts of ours. */
interface LinkFacts {
  name: string;
  url: string;
}

export const mailText = {
  invitation: ({ name, url }: LinkFacts) => ({
    subject: 'Your Recoup account',
    body: `Hello ${name},\n\nan account was made for you. Choose your password here within three days:\n${url}\n\nIf you do not expect this, do nothing.\n`,
  }),
  reset: ({ name, url }: LinkFacts) => ({
    subject: 'Choose a new password',
    body: `Hello ${name},\n\nsomebody, probably you, asked for a new password. Choose it here within one hour:\n${url}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  }),
};
