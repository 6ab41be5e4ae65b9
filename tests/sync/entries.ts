/** Entries as sent by a phone: dispositions of an agent's loans, to `sync/batch`. */
import { randomUUID } from 'node:crypto';
import { canonical, digestOf } from '../../src/kernel/contract/outbox/canonical.ts';

export interface Entry {
  key: string;
  lane: string;
  input: { loanId: number; comments: string };
}
interface Written {
  loanId: number;
  actorId: number;
  subDispositionId: number | null;
  seq: number;
  comments: string;
  /** When it was written by the phone's clock, in ms. */
  at: number;
}

/** One disposition (id 2), with a follow-up tomorrow. */
export async function entry({
  loanId,
  actorId,
  subDispositionId,
  seq,
  comments,
  at,
}: Written): Promise<Entry> {
  const input = {
    loanId,
    dispositionId: 2,
    subDispositionId,
    comments,
    followUpDate: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const made = {
    key: randomUUID(),
    cmd: 'borrower-dispositions.record',
    cmdV: 1,
    seq,
    lane: `loan:${loanId}`,
    actorId,
    occurredAt: { wall: new Date(at).toISOString(), skewMs: 0, skewAgeMs: 0, monoOk: true },
    bodyHash: await digestOf(canonical(input)),
    input,
  };
  return made;
}

/** The sub-disposition that the demo has for it. */
export const subOf = (kinds: readonly { id: number; parentId: number | null }[]): number | null =>
  kinds.find(({ parentId }) => parentId === 2)?.id ?? null;
