import { localised } from '#text/locale.ts';

/** What agents do now. */
export const agentLiveText = localised('agent-live', {
  title: 'User Live Status',
  empty: 'No agent is in this state now.',
  agent: 'Agent',
  extension: 'Extension',
  campaign: 'Campaign',
  noCampaign: '–',
  status: 'Status',
  team: 'Team',
  lasting: 'Since',
  chips: 'Status',
  all: 'All',
  loggedIn: 'Logged in',
  break: 'On break',
});
