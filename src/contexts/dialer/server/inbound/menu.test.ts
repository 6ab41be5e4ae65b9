import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Choices, type MenuEvent, type MenuStep, mostTries, restOf, stepMenu } from './menu.ts';

const choices: Choices = { hasCallBack: true, hasVoicemail: true, place: 2, greeting: 'greeting' };
const nobody = { stage: 'waiting', digits: '', tries: 0 } as const;
/** All announcements from the call to the last of these events. */
function heard(events: readonly MenuEvent[], how: Choices = choices): MenuStep[] {
  let menu: MenuStep['menu'] = nobody;
  return events.flatMap((event) => {
    const step = stepMenu(menu, event, how);
    if (!step) return [];
    ({ menu } = step);
    return [step];
  });
}
const keys = (digits: string): MenuEvent[] => Array.from(digits, (digit) => ({ type: 'key', digit }));
const unknown: MenuEvent = { type: 'enter', isOpen: true, isKnown: false };
const known: MenuEvent = { type: 'enter', isOpen: true, isKnown: true };
const shut: MenuEvent = { type: 'enter', isOpen: false, isKnown: true };
const due: MenuEvent = { type: 'due' };

test('an identified caller gets greeting, position and keys repeatedly', () => {
  const says = ['greeting', 'place-2', 'key-call-back', 'key-voicemail'];
  expect(heard([known, due]).map((step) => step.says)).toEqual([says, says.slice(1)]);
  expect(heard([known], { ...choices, place: 6, hasVoicemail: false })[0]?.says).toEqual([
    'greeting',
    'place-more',
    'key-call-back',
  ]);
});

test('an unidentified caller is prompted for digits at most three times, then queued normally', () => {
  const steps = heard([unknown, ...keys('12#'), due, ...keys('1#')]);
  expect(steps.filter(({ says }) => says?.includes('ask-digits'))).toHaveLength(mostTries);
  expect(steps.at(-1)).toMatchObject({ menu: { stage: 'waiting', digits: '' }, does: null });
});

test('six digits are enough, four with the hash; a key that was never offered does nothing', () => {
  expect(heard([unknown, ...keys('123456')]).at(-1)).toMatchObject({
    menu: { stage: 'waiting' },
    does: 'match',
  });
  expect(heard([unknown, ...keys('1234#')]).at(-1)?.does).toBe('match');
  expect(heard([known, ...keys('7*2')], { ...choices, hasVoicemail: false })).toHaveLength(1);
});

test('outside hours the choices are played twice, and the call is over without any', () => {
  expect(heard([shut, due, due, due]).map(({ menu }) => menu.stage)).toEqual(['closed', 'closed', 'leaving']);
  const none = { ...choices, hasCallBack: false, hasVoicemail: false };
  expect(heard([shut], none)).toMatchObject([{ does: 'leave', says: ['closed'] }]);
  expect(heard([shut, ...keys('1')]).at(-1)).toMatchObject({ does: 'call-back', says: ['will-call'] });
  expect(heard([shut, ...keys('2')]).at(-1)).toMatchObject({ does: 'voicemail', menu: { stage: 'message' } });
});

test('for any keys it terminates in a final stage, and never discloses a match', () => {
  const event = fc.oneof(
    fc.constantFrom(...keys('0123456789*#')),
    fc.constant(due),
  ) satisfies fc.Arbitrary<MenuEvent>;
  fc.assert(
    fc.property(fc.constantFrom(unknown, known, shut), fc.array(event, { maxLength: 40 }), (first, rest) => {
      const steps = heard([first, ...rest]);
      for (const { menu, dueMs } of steps) {
        expect(menu.digits.length).toBeLessThanOrEqual(6);
        // Every stage but the last has a timeout.
        expect(dueMs === null).toBe(menu.stage === 'leaving');
      }
    }),
  );
});

test('no announcement is repeated before it has finished', () => {
  // The longest there is, in two languages.
  const spokenMs = 50_000;
  for (const { menu, dueMs } of heard([unknown, due, due, due, shut]))
    expect((dueMs ?? 0) - (restOf(menu.stage) ?? 0)).toBeGreaterThan(spokenMs);
});
