import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mismatch, nextAsk, stateAfter } from './order-rules.ts';
import { type OrderState, type ToldState, orderStates } from './order-states.ts';

const told = fc.constantFrom<ToldState>('pending', 'failed', 'success', 'reversed');
const after = (news: readonly ToldState[]): OrderState =>
  news.reduce<OrderState>((state, one) => stateAfter(state, one), 'initiated');

test('order and repetition of status updates do not matter', () => {
  fc.assert(
    fc.property(fc.array(told, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (news, dice) => {
      const again = [...news, ...news]
        .map((one) => ({ one, at: dice.next().value as number }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
      expect(after(again)).toBe(after(news));
    }),
  );
});

test('no status update returns a payment to an earlier state', () => {
  fc.assert(
    fc.property(fc.array(told), told, (news, one) => {
      const before = after(news);
      expect(orderStates.indexOf(stateAfter(before, one))).toBeGreaterThanOrEqual(
        orderStates.indexOf(before),
      );
    }),
  );
});

test('a paid order never fails; only a refund reverses it', () => {
  fc.assert(
    fc.property(fc.array(told), fc.array(told), (before, later) => {
      const state = after([...before, 'success', ...later]);
      expect(state).toBe([...before, ...later].includes('reversed') ? 'reversed' : 'success');
    }),
  );
});

const wanted = { merchant: 'm', amount: 10_000 };
test.each([
  [{ merchant: 'm', currency: 'INR', amount: 10_000 }, undefined],
  [{ merchant: 'other', currency: 'INR', amount: 10_000 }, 'merchant'],
  [{ merchant: 'm', currency: 'USD', amount: 10_000 }, 'currency'],
  [{ merchant: 'm', currency: 'INR', amount: 9_999 }, 'amount'],
  [{ merchant: 'm', currency: 'INR', amount: null }, 'amount'],
])('%o is distinguished from the expected order', (said, fault) => {
  expect(mismatch(wanted, said)).toBe(fault);
});

test('a gateway is polled with increasing intervals for about two days', () => {
  const now = new Date('2026-11-20T05:00:00Z');
  const times = Array.from({ length: 12 }, (_, asks) => nextAsk(asks, now)?.getTime() ?? null);
  expect(times.filter((time) => time !== null)).toHaveLength(10);
  expect(times.slice(0, 10)).toEqual(times.slice(0, 10).toSorted((a, b) => (a ?? 0) - (b ?? 0)));
});
