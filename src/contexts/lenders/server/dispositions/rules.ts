/** What may become of a disposition. Pure. */
import { dispositionIds, type dispositionTypes } from '#contexts/lenders/contract/dispositions.ts';
import { Failure } from '#kernel/contract/failure.ts';

export interface Disposition {
  id: number;
  type: (typeof dispositionTypes)[number];
  name: string;
  parentId: number | null;
  defaultApply: boolean;
  isActive: boolean;
  isDeath: boolean;
}
export interface DispositionChange {
  type?: Disposition['type'];
  name?: string;
  parentId?: number | null;
  defaultApply?: boolean;
  clientIds?: readonly number[];
  isActive?: boolean;
  isDeath?: boolean;
}

/** Other spellings that mean the same; letters only. */
const meanings: Readonly<Record<number, readonly string[]>> = {
  [dispositionIds.PTP]: ['ptp', 'promisetopay'],
  [dispositionIds.Followup]: ['followup'],
  [dispositionIds.FinalSettlement]: ['finalsettlement'],
  [dispositionIds.Payment]: ['payment'],
};
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Built-in dispositions are referenced by id: they may be renamed, but not change their meaning. */
export function checkBuiltIn(id: number, change: DispositionChange): void {
  const names = meanings[id];
  if (!names) return;
  const isRenamed = change.name !== undefined && !names.includes(lettersOf(change.name));
  const isMoved = change.type === 'subDisposition' || typeof change.parentId === 'number';
  if (isRenamed || isMoved || change.isActive === false) throw new Failure('BUILT_IN');
}

/** Resulting position: a disposition is top-level, a sub-disposition below one. */
export function typeAndParentOf(
  change: DispositionChange,
  before?: Disposition,
): Pick<Disposition, 'type' | 'parentId'> {
  const type = change.type ?? before?.type ?? 'disposition';
  if (type === 'disposition') return { type, parentId: null };
  const parentId = change.parentId === undefined ? (before?.parentId ?? null) : change.parentId;
  if (parentId === null) throw new Failure('INVALID_INPUT', {}, [{ path: 'parentId', fault: 'required' }]);
  return { type, parentId };
}

/** Some client must be able to use it: all by default, or those that are named. */
export function checkReach(defaultApply: boolean, clientIds: readonly number[]): void {
  if (!defaultApply && clientIds.length === 0)
    throw new Failure('INVALID_INPUT', {}, [{ path: 'clientIds', fault: 'required' }]);
}

/** Renumbers siblings with two of them swapped; undefined unless both are siblings. */
export function swapped(ids: readonly number[], from: number, to: number): readonly number[] | undefined {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  if (a < 0 || b < 0 || a === b) return undefined;
  return ids.map((id, i) => (i === a ? to : i === b ? from : id));
}
