/** Mails to users of the console. Messages to borrowers are templates with approvals, not texts of ours. */
interface LinkFacts {
  name: string;
  url: string;
}

/** `m•••@bank.example`: enough to recognise the own address, too little to write to another's. */
const masked = (address: string): string => address.replace(/^(.).*(?=@)/, '$1•••');

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
};
