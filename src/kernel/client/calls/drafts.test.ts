import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FormDraft, draftOwner, keepDraftsIn } from './drafts.ts';

/** Slow disk: reads and writes finish in the order they started. */
function slowDisk() {
  const kept = new Map<string, FormDraft>();
  const late = <T>(ms: number, work: () => T): Promise<T> =>
    new Promise((resolve) => setTimeout(() => resolve(work()), ms));
  keepDraftsIn({
    load: (name) => late(20, () => kept.get(name)),
    save: (name, draft, isWanted) => late(50, () => void (isWanted() && kept.set(name, draft))),
    drop: (name) => late(80, () => void kept.delete(name)),
  });
  return kept;
}

let made = 0;
let name = '';
beforeEach(() => {
  vi.useFakeTimers();
  name = `outcome ${++made}`;
});
afterEach(() => void vi.useRealTimers());

const typed = { comments: 'will pay after the harvest' };
async function opened(): Promise<FormDraft | undefined> {
  const found = draftOwner(name).open();
  await vi.runAllTimersAsync();
  return found;
}

test('what is typed is a draft after a pause, and the next form of that name has it', async () => {
  slowDisk();
  draftOwner(name).save(typed);
  expect(await opened()).toEqual(typed);
});

test('a new form never gets the draft that an old one drops at the same moment', async () => {
  const kept = slowDisk();
  const owner = draftOwner(name);
  owner.save(typed);
  await vi.runAllTimersAsync();
  owner.drop();
  expect(await opened()).toBeUndefined();
  expect(kept.size).toBe(0);
});

test('Save cancels a running and a queued draft write', async () => {
  const kept = slowDisk();
  const owner = draftOwner(name);
  owner.save(typed);
  owner.flush();
  await vi.advanceTimersByTimeAsync(10);
  owner.save({ comments: 'and one more word' });
  owner.submit();
  // The phone is locked while the entry is being sent.
  owner.flush();
  await vi.runAllTimersAsync();
  expect(kept.size).toBe(0);
});

test('what could not be saved is a draft again at once', async () => {
  const kept = slowDisk();
  const owner = draftOwner(name);
  owner.save(typed);
  owner.submit();
  owner.resume(typed);
  await vi.advanceTimersByTimeAsync(60);
  expect(kept.get(name)).toEqual(typed);
});

test('a load that began before Save does not bring the draft into the form', async () => {
  const kept = slowDisk();
  kept.set(name, typed);
  const owner = draftOwner(name);
  const loading = owner.open();
  owner.submit();
  await vi.runAllTimersAsync();
  expect(await loading).toBeUndefined();
});
