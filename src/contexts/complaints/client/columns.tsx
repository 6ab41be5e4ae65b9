import type { complaints } from '#contexts/complaints/contract/complaints.ts';
import { complaintsText as say } from '#contexts/complaints/text/en/complaints.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';

type Brief = WireRow<typeof complaints.ofLender>;
const tones: Readonly<Record<Brief['state'], Tone>> = {
  open: 'warn',
  answered: 'good',
  closed: 'plain',
  reopened: 'warn',
};
export const complaintState = ({ state, isLate }: Pick<Brief, 'state' | 'isLate'>): string =>
  isLate ? say.late : say.states[state];
export const complaintPill = (row: Pick<Brief, 'state' | 'isLate'>) => (
  <StatusPill tone={row.isLate ? 'bad' : tones[row.state]}>{complaintState(row)}</StatusPill>
);
