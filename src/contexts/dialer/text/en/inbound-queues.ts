import { localised } from '#text/locale.ts';

export const inboundQueuesText = localised('inbound-queues', {
  title: 'Inbound Queues',
  one: 'Inbound Queue',
  created: 'Inbound queue added successfully',
  updated: 'Inbound queue updated successfully',
  failed: 'Something went wrong!',
  name: 'Name',
  number: 'Number borrowers call',
  client: 'Client',
  opensAt: 'Opens at',
  closesAt: 'Closes at',
  hours: 'Hours',
  hoursOfClient: 'As for calls to the client’s borrowers',
  asClient: 'as for calls',
  hoursHint: 'Empty: the hours in which the client’s borrowers may be called.',
  greeting: 'Greeting',
  greetingHint: 'Spoken once the exchange’s files are written again. Empty: a usual one.',
  team: 'First team (campaign)',
  secondTeam: 'Then also',
  thirdTeam: 'And then',
  overflowSeconds: 'Seconds before the next team',
  hasCallBack: 'Offer to be called back (key 1)',
  hasVoicemail: 'Offer to leave a message (key 2)',
  empty:
    'No queues yet. Who calls in is put through to the agent of the loan, or hears that nobody is there.',
});
