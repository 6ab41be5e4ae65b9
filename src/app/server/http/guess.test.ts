import { expect, it } from 'vitest';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Recognition, ServerActor } from '#kernel/server/http/actor.ts';
import { readEarly } from './guess.ts';

/** A session with scripted responses. */
function session() {
  const flags = new Set(['list_loan']);
  let now = {
    id: 1,
    sessionId: 7,
    firstName: 'Asha',
    flags,
    isQuiet: false,
  } as unknown as ServerActor | null;
  const authenticator = { actorOf: async () => now } as unknown as Recognition;
  const tx = { home: {} } as Tx;
  const carried: (ServerActor | null)[] = [];
  return {
    carried,
    becomes: (change: Partial<ServerActor> | null) =>
      void (now = change && ({ ...now, ...change } as ServerActor)),
    read: () =>
      readEarly({ authenticator, tx, token: 'token' }, async (actor) => {
        carried.push(actor);
        return { actor };
      }),
  };
}

it('executes a read once for a stale session, and reports it', async () => {
  const { read, becomes, carried } = session();
  await read();
  becomes({ isQuiet: true });
  expect((await read()).actor?.isQuiet).toBe(true);
  becomes({ isQuiet: false });
  expect((await read()).actor?.isQuiet).toBe(false);
  expect(carried).toHaveLength(3);
});

it('discards a result computed with former permissions', async () => {
  const { read, becomes, carried } = session();
  await read();
  const fewer = new Set<string>();
  becomes({ flags: fewer });
  expect((await read()).actor?.flags).toBe(fewer);
  expect(carried).toHaveLength(3);
  becomes(null);
  expect((await read()).actor).toBeNull();
  expect(carried.at(-1)).toBeNull();
});
