/**
 * The menu of an inbound call (IVR) until an agent takes it. Pure. No announcement
 * depends on whether a loan exists: digits are asked for again only when they were too few.
 */
import type { SpokenLine } from '../telephony/port.ts';

/**
 * asked: for the last digits of their loan; waiting: in the queue; closed: outside its hours; message: leaving a message;
 * leaving: hears the farewell, then the call ends.
 */
const stages = ['asked', 'waiting', 'closed', 'message', 'leaving'] as const;
type Stage = (typeof stages)[number];
export interface Menu {
  stage: Stage;
  /** Pressed so far, of the digits that were asked for. */
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
  /** Null: what is heard goes on. */
  says: readonly SpokenLine[] | null;
  /** At the latest; `restOf` its stage after the last word when that is told of. */
  dueMs: number | null;
  does: Deed | null;
}

const mostDigits = 6;
const leastDigits = 4;
export const mostTries = 3;
/** How long nothing is said once all of it was: whoever waits hears music then. */
const restMs = { asked: 8000, waiting: 20_000, closed: 10_000 } as const;
/** Longer than anything that is said: nobody told us of its end. */
const spokenMs = 60_000;
/** A message and what is said before it. */
const messageMs = 190_000;

/** How long after the last word something more is said or done; null where that does not count. */
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
/** Too few: asked again, and after the last time they wait as they are. */
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

/** The step an event brings, or null when it says nothing new. */
export function stepMenu(menu: Menu, event: MenuEvent, choices: Choices): MenuStep | null {
  if (event.type === 'enter') return enter(event, choices);
  if (menu.stage === 'leaving') return null;
  if (event.type === 'due') return again(menu, choices);
  if (menu.stage === 'asked') return digit(menu, event.digit, choices);
  return menu.stage === 'message' ? null : chosen(menu, event.digit, choices);
}
