/** What of a person's day is said in Hindi: every word of these domains, but for words that stay as they are. */
import { expect, test } from 'vitest';
import { hindi } from './hindi.ts';
import { appText } from '#text/en/app.ts';
import { kitText } from '#text/en/kit.ts';
import { viewsText } from '#text/en/views.ts';
import { breaksText } from '#contexts/agency/text/en/breaks.ts';
import { centersText } from '#contexts/agency/text/en/centers.ts';
import { permissionsText, roleTypeText, rolesText } from '#contexts/agency/text/en/roles.ts';
import { usersText } from '#contexts/agency/text/en/users.ts';
import { dncText } from '#contexts/contact/text/en/dnc.ts';
import { agentLiveText } from '#contexts/dialer/text/en/agent-live.ts';
import { callsText } from '#contexts/dialer/text/en/calls.ts';
import { floorText } from '#contexts/dialer/text/en/floor.ts';
import { superviseText } from '#contexts/dialer/text/en/supervise.ts';
import { filesText } from '#contexts/files/text/en/files.ts';
import { allocationTypeHierarchyText } from '#contexts/lenders/text/en/allocation-type-hierarchy.ts';
import { allocationTypesText } from '#contexts/lenders/text/en/allocation-types.ts';
import { campaignsText } from '#contexts/lenders/text/en/campaigns.ts';
import { clientsText } from '#contexts/lenders/text/en/clients.ts';
import { dispositionsText } from '#contexts/lenders/text/en/dispositions.ts';
import { optionValuesText } from '#contexts/lenders/text/en/option-values.ts';
import { portfoliosText } from '#contexts/lenders/text/en/portfolios.ts';
import { loansText } from '#contexts/loans/text/en/loans.ts';
import { communicationDashboardText } from '#contexts/messaging/text/en/communication-dashboard.ts';
import { paymentsText } from '#contexts/payments/text/en/payments.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { teamDashboardText } from '#contexts/reporting/text/en/team-dashboard.ts';
import { borrowerDispositionsText } from '#contexts/work/text/en/borrower-dispositions.ts';
import { todayText } from '#contexts/work/text/en/today.ts';

type Words = { [name: string]: unknown };

/** Menus, buttons and common words of agents, team leaders and admins. */
const spoken: Readonly<Record<string, Words>> = {
  activity: activityText,
  'agent-live': agentLiveText,
  'allocation-type-hierarchy': allocationTypeHierarchyText,
  'allocation-types': allocationTypesText,
  app: appText,
  'borrower-dispositions': borrowerDispositionsText,
  breaks: breaksText,
  calls: callsText,
  campaigns: campaignsText,
  centers: centersText,
  clients: clientsText,
  'communication-dashboard': communicationDashboardText,
  dispositions: dispositionsText,
  dnc: dncText,
  files: filesText,
  floor: floorText,
  kit: kitText,
  loans: loansText,
  'option-values': optionValuesText,
  payments: paymentsText,
  permissions: permissionsText,
  portfolios: portfoliosText,
  'role-types': roleTypeText,
  roles: rolesText,
  supervise: superviseText,
  'team-dashboard': teamDashboardText,
  today: todayText,
  users: usersText,
  views: viewsText,
};
/** Names, short forms of the trade, and the names of permissions, which are English words of the program. */
const same: readonly string[] = [
  'app.product',
  'app.languages.en',
  'app.languages.hi',
  'calls.pos',
  'communication-dashboard.tos',
  'payments.tos',
  'permissions.words',
  'team-dashboard.drr',
  'team-dashboard.crr',
];

const pathsOf = (words: Words, before = ''): string[] =>
  Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'object' && word !== null ? pathsOf(word as Words, `${before}${name}.`) : [before + name],
  );
const known: Readonly<Record<string, Words>> = hindi;

test('every word of the desks has its Hindi, or stays as it is on purpose', () => {
  const missing = Object.entries(spoken).flatMap(([domain, words]) => {
    const there = new Set(pathsOf(known[domain] ?? {}));
    return pathsOf(words).flatMap((path) => (there.has(path) ? [] : [`${domain}.${path}`]));
  });
  expect(missing.filter((path) => !same.includes(path))).toEqual([]);
  expect(same.filter((path) => !missing.includes(path))).toEqual([]);
});

/** What a sentence says of so many; words with other facts are not counted here. */
const said = (word: unknown, count: number): string => (word as (count: number) => string)(count);

test.each([
  [hindi.campaigns.added, '1 एजेंट अभियान में जुड़ा', '2 एजेंट अभियान में जुड़े'],
  [hindi.loans.reassigned, '1 लोन फिर सौंपा गया', '2 लोन फिर सौंपे गए'],
  [hindi['communication-dashboard'].deactivated, '1 लोन अब निष्क्रिय है', '2 लोन अब निष्क्रिय हैं'],
])('one and several have their own form', (word, one, two) => {
  expect([said(word, 1), said(word, 2)]).toEqual([one, two]);
});
