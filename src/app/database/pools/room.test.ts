import { expect, test } from 'vitest';
import { roomOf } from './room.ts';

test('without a number a server has forty-five connections', () => {
  expect(roomOf()).toEqual({
    requests: 8,
    readers: 8,
    works: 8,
    plain: 8,
    reports: 3,
    jobs: { most: 4, lookS: 2 },
    idleMs: 0,
  });
  expect(roomOf(45)).toEqual(roomOf());
});

test('any limit is fully used and never exceeded, and every kind of work gets a share', () => {
  for (let most = 18; most <= 300; most += 1) {
    const { requests, readers, works, plain, reports, jobs } = roomOf(most);
    expect(requests + readers + works + plain + 2 * reports + jobs.most + 3).toBe(most);
    expect(Math.min(requests, readers, works, plain, jobs.most)).toBeGreaterThanOrEqual(2);
    expect(reports).toBeGreaterThanOrEqual(1);
  }
  expect(roomOf(18)).toMatchObject({ requests: 3, readers: 3, works: 3, plain: 2, reports: 1 });
});
