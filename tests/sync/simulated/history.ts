/** A day in the life of a phone: chance decides what happens, then everything heals, then the books are checked. */
import { type Mutant, Phone, type Tab } from './phone.ts';
import { type Poison, Server } from './server.ts';
import { World } from './world.ts';

const actors = [1, 2] as const;
const lanes = ['loan:1', 'loan:2', 'loan:3'];
const minute = 60_000;

const poisonOf = (world: World): Poison => {
  const dice = world.chance();
  if (dice < 0.06) return 'refused';
  if (dice < 0.07) return 'malformed';
  return dice < 0.09 ? 'broken' : 'none';
};

/** Random acts of users and environment, with their weights. */
const happenings: [weight: number, act: (phone: Phone, tab: Tab, world: World) => void | Promise<void>][] = [
  [40, (phone, tab, world) => phone.write(tab, lanes[world.below(3)] ?? '', poisonOf(world))],
  [12, (_, tab, world) => void tab.outbox.drain(world.isLucky(0.5) ? 'person' : 'network')],
  [12, (_, tab) => void tab.outbox.drain()],
  [8, (phone) => void (phone.network = 'none')],
  [10, (phone) => void (phone.network = 'bad')],
  [8, (phone) => void (phone.network = 'good')],
  [8, (phone, tab) => phone.crash(tab)],
  [6, (phone, tab) => void (phone.tabs.length < 3 && phone.open(tab.actorId))],
  [5, (_, tab, world) => void (tab.asleepUntil = world.now + 10_000 + world.below(3 * minute))],
  [2, (phone, _, world) => void (phone.clockError = (world.chance() - 0.5) * 240 * minute)],
  [4, (phone) => phone.expire()],
  [3, (phone, tab, world) => signOut(phone, tab, world)],
  [8, (phone, tab, world) => phone.signIn(actors[world.below(2)] ?? 1, tab)],
  [4, (phone, tab, world) => void retrySomething(phone, tab, world)],
  [3, (phone, tab, world) => void giveUpSomething(phone, tab, world)],
  [5, (phone, tab) => void phone.edit(tab)],
  [2, (phone) => phone.prune()],
  [1, (phone, _, world) => drawer(phone, world)],
  [3, (phone) => phone.saveBackup()],
  [2, (phone) => phone.restore()],
];
const weights = happenings.reduce((sum, [weight]) => sum + weight, 0);

function refusedOf(phone: Phone, tab: Tab): string[] {
  const mine = phone.disk.items.filter(({ actorId }) => actorId === tab.actorId);
  return mine.filter(({ state }) => state === 'attention').map(({ id }) => id);
}
async function retrySomething(phone: Phone, tab: Tab, world: World): Promise<void> {
  const [id] = refusedOf(phone, tab);
  if (id === undefined) return;
  await tab.outbox.retry(id);
  if (world.isLucky(0.8)) await tab.outbox.drain();
}
async function giveUpSomething(phone: Phone, tab: Tab, world: World): Promise<void> {
  const refused = new Set(refusedOf(phone, tab));
  // Only permanently rejected ones: the phone can assume that there is no effect.
  const item = phone.disk.items.find(({ id, lastErr }) => refused.has(id) && lastErr?.fault === 'permanent');
  if (item && world.isLucky(0.9)) await tab.outbox.discard(item.id, 'wrong loan');
}

/** Three weeks unused: off, with an expired session. Once, because receipts are retained for a month. */
async function drawer(phone: Phone, world: World): Promise<void> {
  if (phone.wasAway) return;
  phone.wasAway = true;
  phone.network = 'none';
  phone.expire();
  await world.wait(5 * minute);
  while (phone.tabs[0]) phone.crash(phone.tabs[0]);
  await world.wait(21 * 24 * 60 * minute);
}

/** No other user signs in before the sign-out has ended. */
async function signOut(phone: Phone, tab: Tab, world: World): Promise<void> {
  let isDone = false;
  void phone.signOut(tab).then(() => (isDone = true));
  while (!isDone) await world.step();
}

async function happen(phone: Phone, world: World): Promise<void> {
  const tab = phone.tabs[world.below(phone.tabs.length)] ?? phone.open(actors[world.below(2)] ?? 1);
  if (tab.asleepUntil > world.now) return;
  let dice = world.chance() * weights;
  for (const [weight, act] of happenings) {
    dice -= weight;
    if (dice >= 0) continue;
    await act(phone, tab, world);
    return;
  }
}

/**
 * Everything works again: each author signs in once and pauses. The owner of the lock may never resume, and in-flight
 * requests may still arrive.
 */
async function heal(phone: Phone, server: Server, world: World): Promise<void> {
  phone.network = 'good';
  server.trouble = 0;
  if (phone.lockHolder && world.isLucky(0.5)) phone.lockHolder.asleepUntil = Infinity;
  for (const actorId of actors) {
    const tab = phone.open(actorId);
    phone.signIn(actorId, tab);
    for (let n = world.below(30); n > 0; n--) await world.step();
    const pending = (): boolean =>
      phone.disk.items.some((item) => item.actorId === actorId && item.state !== 'attention');
    for (let i = 0; i < 150 && (i < 2 || pending()); i++) {
      // A poison entry is only recognised as such when others are accepted.
      if (i % 8 === 0) phone.write(tab, 'loan:canary', 'none');
      void tab.outbox.drain();
      await world.wait(2 * minute);
    }
  }
}

/** Final errors; empty when every entry is accounted for. */
function audit({ authored, disk }: Phone, { effects }: Server): string[] {
  const wrong: string[] = [];
  const receipts = new Map(disk.receipts.map((receipt) => [receipt.id, receipt]));
  const items = new Map(disk.items.map((item) => [item.id, item]));
  for (const { bodyId, poison, edition, actorId, lane, id } of authored) {
    const found = effects.filter((effect) => effect.bodyId === bodyId);
    const name = `${bodyId} (${lane} of ${actorId})`;
    if (found.length > 1) wrong.push(`doubled ${name}`);
    if (found.some((effect) => effect.actorId !== actorId)) wrong.push(`wrong actor ${name}`);
    if (id === undefined) continue;
    if (found.some((effect) => effect.edition !== edition)) wrong.push(`another edition ${name}`);
    const { verdict } = receipts.get(id) ?? {};
    const state = items.get(id)?.state;
    if (poison === 'none' && found.length === 0) wrong.push(`lost ${name}: ${verdict ?? state ?? 'nowhere'}`);
    if (poison === 'none' && verdict !== 'acked' && state !== 'attention')
      wrong.push(`stuck ${name}: ${state}`);
    if (poison !== 'none' && found.length > 0) wrong.push(`impossible ${name}`);
    if ((poison === 'refused' || poison === 'malformed') && state !== 'attention' && verdict !== 'discarded')
      wrong.push(`refusal lost ${name}: ${verdict ?? state ?? 'nowhere'}`);
    if (poison === 'broken' && state !== 'attention') wrong.push(`stuck ${name}: ${verdict ?? state}`);
  }
  return [...wrong, ...disorder({ authored, disk } as Phone, effects)];
}

function disorder({ authored, disk }: Phone, effects: Server['effects']): string[] {
  const idOf = new Map(authored.map(({ bodyId, id }) => [bodyId, id]));
  const seqOf = new Map(disk.receipts.map(({ id, seq }) => [id, seq]));
  const last = new Map<string, number>();
  const wrong: string[] = [];
  for (const { bodyId, actorId, lane } of effects) {
    const id = idOf.get(bodyId);
    const seq = id === undefined ? undefined : seqOf.get(id);
    if (id === undefined || seq === undefined || disk.everRefused.has(id)) continue;
    const key = `${actorId} ${lane}`;
    if (seq < (last.get(key) ?? 0)) wrong.push(`reordered ${bodyId} in ${key}`);
    last.set(key, seq);
  }
  return wrong;
}

/** Lives one history through and answers what went wrong. */
export async function live(seed: number, mutant: Mutant = {}): Promise<string[]> {
  const world = new World(seed);
  const server = new Server(world, mutant.server);
  server.trouble = world.isLucky(0.5) ? 0.15 : 0;
  const phone = new Phone(world, server, mutant);
  phone.signIn(1, phone.open(1));
  const acts = 15 + world.below(30);
  for (let i = 0; i < acts; i++) {
    await happen(phone, world);
    if (world.isLucky(0.3)) await world.wait(world.below(20_000));
    else for (let n = world.below(8); n > 0; n--) await world.step();
  }
  await heal(phone, server, world);
  return audit(phone, server);
}
