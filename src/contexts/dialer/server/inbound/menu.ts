/**
 * The menu of an inbound call (IVR) until an agent answers. Pure. No announcement depends on whether a loan exists:
 * digits are prompted again only when there were too few.
 */
import type { SpokenLine } from '../telephony/port.ts';

/**
 * Stages. asked: prompted for the last digits of the loan; waiting: in the queue; closed: outside hours; message:
 * recording a voicemail; leaving: farewell, then the call ends.
 */
const stages = ['asked', 'waiting', 'closed', 'message', 'leaving'] as const;
type Stage = (typeof stages)[number];
export interface Menu {
  stage: Stage;
  /** Digits entered so far. */
  digits: string;
  /** Repeats of the question for digits, or of the announcement of closed hours. */
  tries: number;
}
export interface Choices {
  hasCallBack: boolean;
  hasVoicemail: boolean;
  /** Position in the queue; null once an agent has been found. */
  place: number | null;
  greeting: SpokenLine;
}
export type MenuEvent =
  { type: 'enter'; isOpen: boolean; isKnown: boolean } | { type: 'key'; digit: string } | { type: 'due' };
type Deed = 'call-back' | 'voicemail' | 'leave' | 'match';
export interface MenuStep {
  menu: Menu;
  /** Null: the current announcement continues. */
  says: readonly SpokenLine[] | null;
  /** Latest timeout; `restOf` the stage after the last announcement finished, when that is reported. */
  dueMs: number | null;
  does: Deed | null;
}

const mostDigits = 6;
const leastDigits = 4;
export const mostTries = 3;
/** Pause after the announcements, with music for queue callers. */
const restMs = { asked: 8000, waiting: 20_000, closed: 10_000 } as const;
/** Longer than any announcement: fallback if its end is not reported. */
const spokenMs = 60_000;
/** A voicemail with its prompt. */
const messageMs = 190_000;

/** Pause after the last announcement until the next step; null where the timeout is independent. */
export const restOf = (stage: Stage): number | null =>
  stage === 'asked' || stage === 'waiting' || stage === 'closed' ? restMs[stage] : null;
const placesSaid = 5;

const placeOf = (place: number | null): SpokenLine[] =>
  place === null ? [] : [place <= placesSaid ? (`place-${place}` as SpokenLine) : 'place-more'];
const keysOf = ({ hasCallBack, hasVoicemail }: Choices): SpokenLine[] => [
  ...(hasCallBack ? (['key-call-back'] as const) : []),
  ...(hasVoicemail ? (['key-voicemail'] as const) : []),
];

const wait = (menu: Menu, choices: Choices, o: { before?: SpokenLine[]; does?: Deed } = {}): MenuStep => ({
  menu: { ...menu, stage: 'waiting' },
  says: [...(o.before ?? []), ...placeOf(choices.place), ...keysOf(choices)],
  dueMs: spokenMs + restMs.waiting,
  does: o.does ?? null,
});
const ask = (menu: Menu, before: SpokenLine[] = []): MenuStep => ({
  menu: { ...menu, stage: 'asked', digits: '' },
  says: [...before, 'ask-digits'],
  dueMs: spokenMs + restMs.asked,
  does: null,
});
const leave = (menu: Menu, says: readonly SpokenLine[], does: Deed = 'leave'): MenuStep => ({
  menu: { ...menu, stage: 'leaving' },
  says,
  dueMs: null,
  does,
});

function enter({ isOpen, isKnown }: { isOpen: boolean; isKnown: boolean }, choices: Choices): MenuStep {
  const menu: Menu = { stage: 'waiting', digits: '', tries: 0 };
  if (!isOpen) {
    const keys = keysOf(choices);
    if (keys.length === 0) return leave(menu, ['closed']);
    return {
      menu: { ...menu, stage: 'closed' },
      says: ['closed', ...keys],
      dueMs: spokenMs + restMs.closed,
      does: null,
    };
  }
  return isKnown ? wait(menu, choices, { before: [choices.greeting] }) : ask(menu, [choices.greeting]);
}

/** Enough digits were typed; the answer does not reveal whether such a loan exists. */
const asked = (menu: Menu, choices: Choices): MenuStep =>
  wait(menu, choices, { before: ['thanks'], does: 'match' });
/** Too few digits: prompted again, after the last time queued unidentified. */
function tooFew(menu: Menu, choices: Choices): MenuStep {
  const tries = menu.tries + 1;
  return tries < mostTries ? ask({ ...menu, tries }) : wait({ ...menu, tries, digits: '' }, choices);
}

function digit(menu: Menu, key: string, choices: Choices): MenuStep | null {
  if (key === '#') return menu.digits.length >= leastDigits ? asked(menu, choices) : tooFew(menu, choices);
  if (!/^\d$/.test(key)) return null;
  const next = { ...menu, digits: menu.digits + key };
  if (next.digits.length === mostDigits) return asked(next, choices);
  return { menu: next, says: null, dueMs: restMs.asked, does: null };
}

function chosen(menu: Menu, key: string, { hasCallBack, hasVoicemail }: Choices): MenuStep | null {
  if (key === '1' && hasCallBack) return leave(menu, ['will-call'], 'call-back');
  if (key !== '2' || !hasVoicemail) return null;
  return { menu: { ...menu, stage: 'message' }, says: ['speak'], dueMs: messageMs, does: 'voicemail' };
}

function again(menu: Menu, choices: Choices): MenuStep | null {
  switch (menu.stage) {
    case 'asked':
      return menu.digits.length >= leastDigits ? asked(menu, choices) : tooFew(menu, choices);
    case 'waiting':
      return wait(menu, choices);
    case 'closed':
      if (menu.tries > 0) return leave(menu, ['closed']);
      return {
        menu: { ...menu, tries: 1 },
        says: ['closed', ...keysOf(choices)],
        dueMs: spokenMs + restMs.closed,
        does: null,
      };
    case 'message':
      return leave(menu, ['thanks']);
    case 'leaving':
      return null;
  }
}

/** The step after an event, or null when nothing changes. */
export function stepMenu(menu: Menu, event: MenuEvent, choices: Choices): MenuStep | null {
  if (event.type === 'enter') return enter(event, choices);
  if (menu.stage === 'leaving') return null;
  if (event.type === 'due') return again(menu, choices);
  if (menu.stage === 'asked') return digit(menu, event.digit, choices);
  return menu.stage === 'message' ? null : chosen(menu, event.digit, choices);
}
