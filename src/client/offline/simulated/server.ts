/** The server as it promises to be (offline.md A.6): key and effect in one transaction, the author's session only. */
import type { Answer, Delivery } from '../ports.ts';
import type { World } from './world.ts';

export type Poison = 'none' | 'refused' | 'broken';
export interface Body {
  /** One for each entry a person wrote, whatever keys it is sent under. */
  bodyId: number;
  poison: Poison;
}
export interface Effect {
  bodyId: number;
  actorId: number;
  lane: string;
}
/** What a cookie stands for; undefined for none, or one that has ended. */
export type Session = { actorId: number; isOver: boolean } | undefined;

const refusal = (status: number, code: string): Answer => ({ kind: 'ours', status, code, words: code });

export class Server {
  readonly effects: Effect[] = [];
  private readonly answers = new Map<string, { bodyId: number; row: { id: number } }>();
  private readonly world: World;
  /** How often it is busy, broken or too new. */
  trouble = 0;
  constructor(world: World) {
    this.world = world;
  }

  receive({ key, authorId, item }: Delivery, session: Session): Answer {
    if (!session || session.isOver) return refusal(401, 'NOT_SIGNED_IN');
    if (authorId !== session.actorId) return refusal(403, 'ACTOR_MISMATCH');
    const { bodyId, poison } = item.input as unknown as Body;
    const known = this.answers.get(`${session.actorId} ${key}`);
    if (known && known.bodyId !== bodyId) return refusal(422, 'KEY_REUSED');
    if (this.world.isLucky(this.trouble)) return this.stumble();
    if (known) return { kind: 'ours', status: 200, row: known.row, isReplay: true };
    if (poison === 'refused') return refusal(422, 'LOAN_INACTIVE');
    if (poison === 'broken') return refusal(500, 'BROKEN');
    const row = { id: this.effects.length + 1 };
    this.effects.push({ bodyId, actorId: session.actorId, lane: item.lane });
    this.answers.set(`${session.actorId} ${key}`, { bodyId, row });
    // Broken after the commit: the worst of all answers.
    if (this.world.isLucky(this.trouble / 3)) return refusal(500, 'BROKEN');
    return { kind: 'ours', status: 200, row };
  }

  private stumble(): Answer {
    const all: Answer[] = [
      { ...refusal(429, 'TOO_MANY_REQUESTS'), retryAfter: 7000 } as Answer,
      refusal(503, 'BUSY'),
      refusal(500, 'BROKEN'),
      refusal(409, 'IN_PROGRESS'),
      refusal(426, 'CLIENT_TOO_OLD'),
    ];
    return all[this.world.below(all.length)] ?? refusal(503, 'BUSY');
  }
}
