import { localised } from '#text/locale.ts';

/** Titles are the specification's (document 3, section 2). */
export const teamDashboardText = localised('team-dashboard', {
  title: 'TL Dashboard',
  widgets: {
    summary: 'Team Summary',
    intensity: 'Attempt Vs Connect Intensity',
    target: 'Target Vs Achievement',
    promises: 'PTP Insights',
    standing: 'Best Payment Vs Payment Intensity',
    performance: 'Agent Performance',
    responses: 'Response Summary',
    channels: 'Communication Dashboard',
    settlements: 'Approve Settlement',
  },
  standings: {
    'Not Attempted': 'Not Attempted',
    'Not Connected': 'Not Connected',
    'Negative Dispo': 'Negative Dispo',
    'Positive Unpaid': 'Positive Unpaid',
  },
  calls: 'Calls',
  attempted: 'Attempted',
  connected: 'Connected',
  drr: 'DRR',
  drrAbout: 'What is left of the target for each day that is left, today included',
  crr: 'CRR',
  crrAbout: 'What came in on each day so far',
  future: 'Still to come',
  range: 'Achievement',
  rangeOf: (range: string) => `${range} %`,
  agents: 'Agents',
  agent: 'Agent',
  channel: 'Channel',
  status: 'Status',
  response: 'Response',
});
