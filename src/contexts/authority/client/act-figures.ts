import type { authority } from '#contexts/authority/contract/authority.ts';
import { authorityText as say } from '#contexts/authority/text/en/authority.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { Figure } from '#kernel/ui/parts/sheet/decisions.tsx';

/** Proposed change of an act: current and new value. */
export const figuresOf = (act: WireRow<typeof authority.asked>['act']): Figure[] =>
  act.lines.map(({ label, before, after }) => ({
    label: say.labels[label],
    text: before === null || before === '' ? after || '—' : say.from(before, after || '—'),
  }));
