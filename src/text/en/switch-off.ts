import { localised } from '../locale.ts';

interface Hanging {
  loans: number;
  promises: number;
  campaigns: readonly string[];
  campaignCount: number;
  people: number;
  calls: number;
}
type What = 'client' | 'portfolio' | 'campaign' | 'user';

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`];

function campaignsIn({ campaigns, campaignCount }: Hanging): string[] {
  const [words] = counted(campaignCount, 'campaign', 'campaigns');
  const rest = campaignCount - campaigns.length;
  return words ? [`${words} (${campaigns.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`] : [];
}
const hanging = (of: Hanging): string =>
  [
    ...counted(of.loans, 'active loan', 'active loans'),
    ...counted(of.promises, 'open promise', 'open promises'),
    ...campaignsIn(of),
    ...counted(of.people, 'person who reports to them', 'people who report to them'),
    ...counted(of.calls, 'call under way', 'calls under way'),
  ].join(', ');

const names: Readonly<Record<What, string>> = {
  client: 'this client',
  portfolio: 'this portfolio',
  campaign: 'this campaign',
  user: 'this person',
};
const follows: Readonly<Record<What, string>> = {
  client:
    'Nobody of it is called or written to any more: phones that ring stop, conversations go on to their end. Payment pages stay open, unless the client says otherwise.',
  portfolio:
    'Nobody of it is called or written to any more: phones that ring stop, conversations go on to their end. Payment pages stay open.',
  campaign:
    'Nobody of it is called or written to any more: phones that ring stop, conversations go on to their end. Payment pages stay open.',
  user: 'They are signed out, and the loans stay with them until somebody else is given them.',
};

/** What is said before something is switched off. */
export const switchOffText = localised('switch-off', {
  asks(what: What, of: Hanging): string {
    const all = hanging(of);
    const first = all === '' ? `Nothing hangs on ${names[what]}.` : `On ${names[what]} hang ${all}.`;
    return `${first} ${follows[what]} Switch off?`;
  },
  handOver: 'Hand the loans over to',
  handOverNow: 'Hand over',
  handedOver: (count: number) => `${count} ${count === 1 ? 'loan' : 'loans'} handed over`,
});
