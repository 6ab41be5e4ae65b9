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
    icon: 'trunk',
    at: 740,
  },
  {
    name: 'transfer-numbers',
    contract: async () => (await import('./contract/call-control/transfer-numbers.ts')).transferNumbers,
    screen: async () => (await import('./client/transfer/transfer-numbers.screen.tsx')).TransferNumbersScreen,
    flag: 'list_trunks',
    title: titles.transferNumbers,
    icon: 'transfer',
    at: 745,
  },
  {
    name: 'inbound-queues',
    contract: async () => (await import('./contract/inbound-queues.ts')).inboundQueues,
    screen: async () => (await import('./client/inbound/inbound-queues.screen.tsx')).InboundQueuesScreen,
    flag: 'list_trunks',
    title: titles.inboundQueues,
    icon: 'inbound',
    at: 747,
  },
  {
    name: 'score-cards',
    contract: async () => (await import('./contract/quality/score-cards.ts')).scoreCards,
    screen: async () => (await import('./client/quality/score-cards.screen.tsx')).ScoreCardsScreen,
    flag: 'edit_score_cards',
    title: titles.scoreCards,
    icon: 'score',
    at: 750,
  },
  {
    name: 'score-questions',
    contract: async () => (await import('./contract/quality/score-questions.ts')).scoreQuestions,
    screen: async () => (await import('./client/quality/score-questions.screen.tsx')).ScoreQuestionsScreen,
    flag: 'edit_score_cards',
    title: titles.scoreQuestions,
    icon: 'question',
    at: 752,
  },
];
