import type { FailureFacts } from '#kernel/contract/failure.ts';

/** Dependents of a deactivated object, as text. */
export interface Hanging {
  loans: number;
  promises: number;
  campaigns: readonly string[];
  campaignCount: number;
  people: number;
  calls: number;
}
export type What = 'client' | 'portfolio' | 'campaign' | 'user';

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`];

function campaignsIn({ campaigns, campaignCount }: Hanging): string[] {
  const [words] = counted(campaignCount, 'campaign', 'campaigns');
  const rest = campaignCount - campaigns.length;
  return words ? [`${words} (${campaigns.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`] : [];
}
export const hanging = (of: Hanging): string =>
  [
    ...counted(of.loans, 'active loan', 'active loans'),
    ...counted(of.promises, 'open promise', 'open promises'),
    ...campaignsIn(of),
    ...counted(of.people, 'person who reports to them', 'people who report to them'),
    ...counted(of.calls, 'call under way', 'calls under way'),
  ].join(', ');

export const hangingNames: Readonly<Record<What, string>> = {
  client: 'this client',
  portfolio: 'this portfolio',
  campaign: 'this campaign',
  user: 'this person',
};

/** The same from the facts of a failure. */
export function hangsOn({ what = '', campaigns = '', ...counts }: FailureFacts): string {
  const { loans, promises, campaignCount, people, calls } = counts;
  const of = { loans, promises, campaignCount, people, calls };
  const numbers = Object.fromEntries(Object.entries(of).map(([name, count]) => [name, Number(count ?? 0)]));
  const all = hanging({
    ...(numbers as Record<keyof typeof of, number>),
    campaigns: String(campaigns).split('\n'),
  });
  return `On ${String(what) in hangingNames ? hangingNames[what as What] : 'this'} hang ${all}.`;
}
