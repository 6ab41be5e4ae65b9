/** Public verification page of an agent, read by borrowers. */
export const agentPageText = {
  language: 'English',
  title: 'Is this agent real?',
  genuine: 'Yes, this person works for the agency.',
  expired: (day: string): string =>
    `This person’s certificate ended on ${day}. They may not collect until it is renewed.`,
  uncertified: 'This person has no certificate on record. They may not collect until they have one.',
  inactive: 'This person does not work for the agency any more.',
  unknown: 'Nobody has this code. It may be an old one: ask the person to show their card again.',
  slow: 'Too many codes were tried from here. Wait a few minutes and try again.',
  photoOf: (name: string): string => `Photo of ${name}`,
  agency: 'Agency',
  lenders: 'Collects for',
  certificate: 'Certificate (DRA)',
  noCertificate: 'None is on record',
  validUntil: 'Valid until',
  compare:
    'Compare the photo with the person before you. Pay only by a link of the lender, or for a receipt.',
  noPhoto:
    'No photo is on record: ask for another proof of identity. Pay only by a link of the lender, or for a receipt.',
  beware: 'Do not pay this person, and tell them nothing of your loan. Call your lender.',
};
export type AgentPageWords = typeof agentPageText;
