/** The server as it promises to be (offline.md A.6): key and effect in one transaction, the author's session only. */
import type { Sealed } from '#kernel/contract/outbox/seal.ts';
import type { OutboxItem } from '../../../src/kernel/offline/outbox/item.ts';
import type { Answer, Delivery, Reply } from '../../../src/kernel/offline/outbox/ports.ts';
import type { World } from './world.ts';

/** `malformed`: its entire batch is rejected. */
export type Poison = 'none' | 'refused' | 'broken' | 'malformed';
export interface SealedBody {
  /** One per entry of a user, under any key. */
  bodyId: number;
  poison: Poison;
  /** Increases with the user's edits. */
  edition: number;
}
interface Effect {
  key: string;
  bodyId: number;
  edition: number;
  actorId: number;
  lane: string;
}
/** Session of a cookie; undefined for none, or an expired one. */
export type SignedIn = { actorId: number; isOver: boolean } | undefined;

/** A broken server, to see that the checks catch it. */
export interface ServerMutant {
  /** The key is committed before the effect is. */
  keyApart?: true;
  /** Only the key identifies an applied entry. */
  noNaturalUnique?: true;
  /** A restored database applies new entries before resent ones. */
  takesAnyEpoch?: true;
  /** Entries after one to be retried are applied before it. */
  noLaneOrder?: true;
}

/** What was written, as only the server reads it. */
export const bodyOf = ({ sealed }: OutboxItem): SealedBody => JSON.parse(sealed?.ct ?? '') as SealedBody;
export const sealedOf = (body: SealedBody): Sealed => ({
  kid: '',
  epk: '',
  iv: '',
  ct: JSON.stringify(body),
});

interface Known {
  bodyId: number;
  edition: number;
  row: { id: number };
}
/** Interval of backups, shorter than the retention of sent entries. */
const freshBackup = 3 * 24 * 3_600_000;
const refusal = (status: number, code: string): Answer => ({ kind: 'ours', status, code, words: code });
const statusOf = (answer: Answer): number => (answer.kind === 'ours' ? answer.status : 0);
const isRefusal = (answer: Answer): boolean =>
  answer.kind === 'ours' && answer.status >= 400 && answer.status < 500 && answer.code !== 'IN_PROGRESS';

export class Server {
  effects: Effect[] = [];
  private keys = new Map<string, Known>();
  private readonly world: World;
  private readonly mutant: ServerMutant;
  /** How often it is busy, broken or too new. */
  trouble = 0;
  private epoch = 1;
  private backup: { at: number; effects: Effect[]; keys: Map<string, Known> };
  constructor(world: World, mutant: ServerMutant = {}) {
    this.world = world;
    this.mutant = mutant;
    this.backup = this.copy();
  }
  private copy = () => ({ at: this.world.now, effects: [...this.effects], keys: new Map(this.keys) });

  /** The disk is lost and replaced by the last backup. */
  restore(): void {
    if (this.world.now - this.backup.at > freshBackup) return;
    this.effects = [...this.backup.effects];
    this.keys = new Map(this.backup.keys);
    this.epoch++;
  }
  saveBackup(): void {
    this.backup = this.copy();
  }

  /** Keys are forgotten after 180 days; what they did is not. */
  prune(): void {
    this.keys.clear();
  }

  receive(batch: readonly Delivery[], session: SignedIn, known: string | undefined): Reply {
    const epoch = `${this.epoch}`;
    const isOther = known !== undefined && known !== epoch && !this.mutant.takesAnyEpoch;
    if (session && !session.isOver && isOther)
      return { epoch, each: new Map(batch.map(({ key }) => [key, refusal(409, 'IN_PROGRESS')])) };
    const reply = this.handle(batch, session);
    return 'each' in reply ? { ...reply, epoch } : reply;
  }

  private handle(batch: readonly Delivery[], session: SignedIn): Reply {
    if (!session || session.isOver) return { all: refusal(401, 'NOT_SIGNED_IN') };
    if (this.world.isLucky(this.trouble)) return { all: this.stumble() };
    const isMalformed = batch.some(({ item }) => bodyOf(item).poison === 'malformed');
    if (isMalformed) return { all: refusal(422, 'INVALID_INPUT') };
    const before = { effects: [...this.effects], keys: new Map(this.keys) };
    const each = this.carryOut(batch, session.actorId);
    if (!this.world.isLucky(this.trouble)) return { each };
    // Killed before or after the commit; no answer in either case.
    if (this.world.isLucky(0.5)) {
      this.effects = before.effects;
      if (!this.mutant.keyApart) this.keys = before.keys;
    }
    return { all: this.world.isLucky(0.5) ? { kind: 'none' } : refusal(500, 'BROKEN') };
  }

  private carryOut(batch: readonly Delivery[], actorId: number): Map<string, Answer> {
    const each = new Map<string, Answer>();
    const held = new Set<string>();
    for (const delivery of batch.toSorted((a, b) => a.item.seq - b.item.seq)) {
      const { key, item } = delivery;
      const answer = held.has(item.lane) ? refusal(409, 'IN_PROGRESS') : this.one(delivery, actorId);
      if (statusOf(answer) !== 200 && !isRefusal(answer) && !this.mutant.noLaneOrder) held.add(item.lane);
      each.set(key, answer);
    }
    return each;
  }

  private one({ key, authorId, item }: Delivery, actorId: number): Answer {
    if (authorId !== actorId) return refusal(403, 'ACTOR_MISMATCH');
    const { bodyId, edition, poison } = bodyOf(item);
    const known = this.keys.get(`${actorId} ${key}`);
    if (known && (known.bodyId !== bodyId || known.edition !== edition)) return refusal(422, 'KEY_REUSED');
    if (this.world.isLucky(this.trouble / 2))
      return this.world.isLucky(0.5) ? refusal(500, 'BROKEN') : refusal(409, 'IN_PROGRESS');
    if (known) return { kind: 'ours', status: 200, row: known.row, isReplay: true };
    if (poison === 'refused') return refusal(422, 'LOAN_INACTIVE');
    if (poison === 'broken') return refusal(500, 'BROKEN');
    const done = this.effects.findIndex((effect) => effect.key === key);
    const isNatural = done >= 0 && !this.mutant.noNaturalUnique;
    if (!isNatural) this.effects.push({ key, bodyId, edition, actorId, lane: item.lane });
    const row = { id: isNatural ? done + 1 : this.effects.length };
    this.keys.set(`${actorId} ${key}`, { bodyId, edition, row });
    return { kind: 'ours', status: 200, row, isReplay: isNatural };
  }

  private stumble(): Answer {
    const all: Answer[] = [
      { ...refusal(429, 'TOO_MANY_REQUESTS'), retryAfter: 7000 } as Answer,
      refusal(503, 'BUSY'),
      refusal(500, 'BROKEN'),
      refusal(426, 'CLIENT_TOO_OLD'),
    ];
    return all[this.world.below(all.length)] ?? refusal(503, 'BUSY');
  }
}
