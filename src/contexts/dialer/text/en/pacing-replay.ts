import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';

/** Texts of the pacing replay. */
export const pacingReplayText = localised('pacing-replay', {
  title: 'Pacing Simulator',
  about: 'Plays a day of a campaign again with other settings of its pacing.',
  day: 'Day',
  campaign: 'Campaign',
  choose: 'Choose…',
  calls: (name: string, dials: number) =>
    `${name}, ${plural('en', dials, { one: '# call', other: '# calls' })}`,
  none: 'No campaign of your people called ahead on this day. Choose another one.',
  mode: 'Mode',
  modes: { predictive: 'Predictive', progressive: 'Progressive' },
  maxRatio: 'Calls for each agent, at most',
  targetAbandon: 'Abandoned calls to steer to, percent',
  patience: 'Seconds a caller waits',
  play: 'Play again',
  playing: 'The day is played again. This takes a while on a large floor.',
  isSet: 'As it is set',

  figure: 'Figure',
  was: 'That day',
  again: 'Played as it is set',
  would: 'Played with these',
  utilisation: 'Utilisation',
  abandoned: 'Abandoned',
  wait: 'Wait between calls',
  answers: 'Answered',
  dials: 'Calls',
  byHour: 'By hour',
  hour: (hour: number) => `${hour}:00`,
  heads: {
    hour: 'Hour',
    agents: 'Agents',
    utilisation: { was: 'Utilisation that day', would: 'With these' },
    abandoned: { was: 'Abandoned that day', would: 'With these' },
    wait: { was: 'Wait that day', would: 'With these' },
  },
  apart: (points: string) => `Played as it is set, utilisation comes ${points} points away from what it was.`,
  far: 'That is too far to go by: on such a day there were few calls, nobody left to call, or agents busy with other work.',
  assumes: 'What is assumed',
  assumedRings: (rings: string, talks: string) =>
    `Calls are answered as often as in the same hour of that day, and ring, are spoken and written about as long as its calls did (${rings} rings and ${talks} talks are drawn from).`,
  assumedAgents:
    'As many agents are there in each hour as were on average; their breaks within the hour are not played.',
  assumedLeads: 'There is always somebody left to call, and whoever is called twice is somebody else.',
  assumedMemory: 'Pacing begins the day knowing nothing, as a new campaign does.',
  coarse: 'On a floor of this size it decides every two seconds here, not whenever an agent is free.',
  of: (percent: string, part: string, whole: string) => `${percent} (${part} of ${whole})`,
  nothing: '–',
});
