import { plural } from '#text/plural.ts';
import { localised } from '#text/locale.ts';
import { type Hanging, type What, hanging, hangingNames } from '#text/en/hanging.ts';

const follows: Readonly<Record<What, string>> = {
  client:
    'Nobody of it is called or written to any more: phones that ring stop, conversations go on to their end. Payment pages stay open, unless the client says otherwise.',
  portfolio:
    'Nobody of it is called or written to any more: phones that ring stop, conversations go on to their end. Payment pages stay open.',
  campaign:
    'Nobody of it is called or written to any more: phones that ring stop, conversations go on to their end. Payment pages stay open.',
  user: 'They are signed out, and the loans stay with them until somebody else is given them.',
};

/** Confirmations before deactivation. */
export const switchOffText = localised('switch-off', {
  asks(what: What, of: Hanging): string {
    const all = hanging(of);
    const first =
      all === '' ? `Nothing hangs on ${hangingNames[what]}.` : `On ${hangingNames[what]} hang ${all}.`;
    return `${first} ${follows[what]} Switch off?`;
  },
  handOver: 'Hand the loans over to',
  chooseFirst: 'Choose who gets the loans first.',
  handOverNow: 'Hand over',
  handedOver: (count: number) =>
    plural('en', count, { one: '# loan handed over', other: '# loans handed over' }),
});
