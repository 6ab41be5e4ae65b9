/** The masters of the dialer, each registered here and nowhere else. */
import type { ListedMaster } from '#kernel/contract/listed-master.ts';
import { appText } from '#text/en/app.ts';

const { screens: titles } = appText;

export const dialerMasters: readonly ListedMaster[] = [
  {
    name: 'trunks',
    contract: async () => (await import('./contract/trunks.ts')).trunks,
    screen: async () => (await import('./client/trunks/trunks.screen.tsx')).TrunksScreen,
    flag: 'list_trunks',
    title: titles.trunks,
    icon: 'phone',
    at: 740,
  },
  {
    name: 'transfer-numbers',
    contract: async () => (await import('./contract/transfer-numbers.ts')).transferNumbers,
    screen: async () => (await import('./client/transfer/transfer-numbers.screen.tsx')).TransferNumbersScreen,
    flag: 'list_trunks',
    title: titles.transferNumbers,
    icon: 'phone',
    at: 745,
  },
  {
    name: 'inbound-queues',
    contract: async () => (await import('./contract/inbound-queues.ts')).inboundQueues,
    screen: async () => (await import('./client/inbound/inbound-queues.screen.tsx')).InboundQueuesScreen,
    flag: 'list_trunks',
    title: titles.inboundQueues,
    icon: 'phone',
    at: 747,
  },
];
