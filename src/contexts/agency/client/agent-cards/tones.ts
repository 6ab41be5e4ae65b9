import type { agentCards } from '#contexts/agency/contract/agent-cards.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { Tone } from '#kernel/ui/parts/values/status-pill.tsx';

export const tones: Readonly<Record<WireRow<typeof agentCards.list>['state'], Tone>> = {
  none: 'plain',
  valid: 'good',
  expiring: 'warn',
  expired: 'bad',
};
