/** One phone: its disk, its lock, its cookie and its network, shared by tabs that come and go. */
import { type Outbox, createOutbox } from '../../../src/kernel/offline/outbox/outbox-core.ts';
import type {
  Delivery,
  Locks,
  Net,
  News,
  OutboxStore,
  Reply,
} from '../../../src/kernel/offline/outbox/ports.ts';
import { type Rules, theRules } from '../../../src/kernel/offline/outbox/rules/rules.ts';
import type { Moment } from '../../../src/kernel/offline/outbox/item.ts';
import { Disk } from './disk.ts';
import {
  type SealedBody,
  type Poison,
  type Server,
  type ServerMutant,
  type SignedIn,
  bodyOf,
  sealedOf,
} from './server.ts';
import type { Process, World } from './world.ts';

const timeOut = 20_000;
const moment = (): Moment => ({ wall: '', tzMin: 330, skewMs: null, skewAgeMs: null, monoOk: true });

export interface Tab extends Process {
  /** The user it believes to be signed in, the author of its writes. */
  actorId: number;
  /** It has seen the end of the session and shows the sign-in page. */
  isSignedOut: boolean;
  outbox: Outbox;
}
/** A user's write; `id` once the page confirmed the save. */
interface Authored extends SealedBody {
  actorId: number;
  lane: string;
  id?: string;
}
/** A broken variant of the outbox, to see that the checks catch it. */
export interface Mutant {
  rules?: Partial<Rules>;
  store?: (store: OutboxStore) => OutboxStore;
  /** Lets users edit possibly sent entries. */
  editsLate?: true;
  server?: ServerMutant;
}

export class Phone {
  readonly disk = new Disk();
  readonly authored: Authored[] = [];
  readonly tabs: Tab[] = [];
  session: SignedIn;
  network: 'good' | 'bad' | 'none' = 'good';
  wasAway = false;
  /** By how much its clock is wrong. */
  clockError = 0;
  private holder: Tab | undefined;
  private ids = 0;
  private readonly world: World;
  private readonly server: Server;
  private readonly mutant: Mutant;

  constructor(world: World, server: Server, mutant: Mutant) {
    this.world = world;
    this.server = server;
    this.mutant = mutant;
  }

  get lockHolder(): Tab | undefined {
    return this.holder;
  }

  open(actorId: number): Tab {
    const tab: Tab = {
      isAlive: true,
      asleepUntil: 0,
      actorId,
      isSignedOut: false,
      outbox: undefined as unknown as Outbox,
    };
    const { store = (plain) => plain, rules = {} } = this.mutant;
    tab.outbox = createOutbox(
      {
        store: store(this.storeOf(tab)),
        net: this.netOf(tab),
        wrap: async ({ input }) => ({ sealed: sealedOf(input as unknown as SealedBody) }),
        moment,
        locks: this.locksOf(tab),
        now: () => this.world.now + this.clockError,
        random: () => this.world.chance(),
        newId: () => `id-${++this.ids}`,
        actorOf: () => (tab.isSignedOut ? undefined : tab.actorId),
        // Small batches, so that ordering keys are split across them.
        room: () => ({ items: 1 + (tab.actorId % 3) * 4, bytes: 100_000 }),
        tell: (news) => this.pass(news, tab),
      },
      { ...theRules, ...rules },
    );
    this.tabs.push(tab);
    void tab.outbox.signedIn(actorId).then(() => tab.outbox.drain());
    return tab;
  }

  crash(tab: Tab): void {
    tab.isAlive = false;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    if (this.holder === tab) this.holder = undefined;
  }

  signIn(actorId: number, tab: Tab): void {
    if (this.session) this.session.isOver = true;
    this.session = { actorId, isOver: false };
    tab.actorId = actorId;
    tab.isSignedOut = false;
    void tab.outbox.signedIn(actorId).then(() => tab.outbox.drain());
  }
  /** Long after: the server has deleted the keys. */
  prune(): void {
    this.server.prune();
  }
  saveBackup(): void {
    this.server.saveBackup();
  }
  /** The server is restored from its last backup. */
  restore(): void {
    this.server.restore();
  }
  /** The server forgets the session; the phone does not know yet. */
  expire(): void {
    if (this.session) this.session.isOver = true;
  }
  signOut(tab: Tab): Promise<void> {
    this.expire();
    this.session = undefined;
    tab.isSignedOut = true;
    return tab.outbox.signedOut();
  }

  write(tab: Tab, lane: string, poison: Poison): void {
    const { actorId } = tab;
    const authored: Authored = { bodyId: this.authored.length, poison, edition: 1, actorId, lane };
    this.authored.push(authored);
    const input = { bodyId: authored.bodyId, poison, edition: 1 };
    const saved = tab.outbox.enqueue({ cmd: 'test.record', actorId, lane, input, says: '' });
    void saved.then(({ id }) => {
      authored.id = id;
      return tab.outbox.drain();
    });
  }

  /** Edits an unsent entry by replacing it with a new one. */
  async edit(tab: Tab): Promise<void> {
    const mine = this.disk.items.filter(({ actorId }) => actorId === tab.actorId);
    const item = mine.find(({ state }) => state === 'queued' || state === 'waiting');
    const authored = this.authored.find(({ id }) => id === item?.id);
    if (!item || !authored) return;
    const input = { ...bodyOf(item), edition: authored.edition + 1 };
    if (this.mutant.editsLate) {
      await this.disk.change((tx) => tx.put({ ...item, sealed: sealedOf(input) }));
      authored.edition++;
      return;
    }
    // Until the new one is confirmed, neither is certain.
    authored.id = undefined;
    if (!(await tab.outbox.cancel(item.id))) return void (authored.id = item.id);
    authored.edition++;
    const { cmd, actorId, lane, says = '' } = item;
    const next = await tab.outbox.enqueue({ cmd, actorId, lane, says, input: { ...input } });
    authored.id = next.id;
  }

  private pass(news: News, from: Tab): void {
    if (news.kind === 'signed-out') from.isSignedOut = true;
    if (news.kind !== 'enqueued') return;
    for (const tab of this.tabs)
      if (tab !== from) this.world.after(this.world.below(50), () => tab.isAlive && void tab.outbox.drain());
  }

  private storeOf(tab: Tab): OutboxStore {
    const { disk, world } = this;
    return {
      async change(work) {
        await world.pause(tab);
        const result = await disk.change(work);
        // Crashes after the write, before its confirmation.
        await world.pause(tab);
        return result;
      },
      async read(work) {
        await world.pause(tab);
        return disk.read(work);
      },
    };
  }

  private locksOf(tab: Tab): Locks {
    return {
      hold: async (work, how) => {
        await this.world.pause(tab);
        if (this.holder && how === 'if-free') return false;
        this.holder = tab;
        await work();
        if (this.holder === tab) this.holder = undefined;
        return true;
      },
    };
  }

  private netOf(tab: Tab): Net {
    const { world } = this;
    return {
      send: (batch, { epoch }) => this.carry(tab, batch, epoch),
      probe: async () => {
        const isOurs = this.network !== 'none' && !(this.network === 'bad' && world.isLucky(0.2));
        await world.pause(tab);
        return isOurs;
      },
    };
  }

  /** A request leaves with the cookie of its moment and may be lost, slow, doubled or answered too late. */
  private carry(tab: Tab, batch: readonly Delivery[], epoch: string | undefined): Promise<Reply> {
    const { world, session } = this;
    const isBad = this.network === 'bad';
    const isLost = this.network === 'none' || (isBad && world.isLucky(0.15));
    const there = isBad ? world.below(world.isLucky(0.1) ? 60_000 : 2000) : world.below(200);
    const back = isBad ? world.below(2000) : world.below(200);
    const answerLost = isBad && world.isLucky(0.2);
    return new Promise((resolve) => {
      const hear = (reply: Reply): void => void world.pause(tab).then(() => resolve(reply));
      world.after(timeOut, () => hear({ all: { kind: 'none' } }));
      if (isLost) return;
      world.after(there, () => {
        const reply = this.server.receive(batch, session, epoch);
        if (!answerLost) world.after(back, () => hear(reply));
      });
      if (isBad && world.isLucky(0.05))
        world.after(there + world.below(90_000), () => void this.server.receive(batch, session, epoch));
    });
  }
}
