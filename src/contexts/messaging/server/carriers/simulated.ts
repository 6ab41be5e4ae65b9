/** Simulated carrier of development and demos: sends nothing, and the number determines the message's status. */
import { type Carrier, Undeliverable } from './port.ts';

/** A number ending so is not reachable, or its phone is off. */
const gone = '0000';
const off = '0002';

export const simulatedCarrier: Carrier = {
  async send({ id, to }) {
    if (to.endsWith(gone)) throw new Undeliverable('The number does not exist.');
    return { reference: `simulated-${id}`, status: to.endsWith(off) ? 'sent' : 'delivered' };
  },
  statusOf: async () => 'delivered',
};

/** Production without a provider refuses instead of simulating. */
export const noCarrier: Carrier = {
  async send({ channel }) {
    throw new Undeliverable(`No carrier is set up for ${channel}.`);
  },
};
