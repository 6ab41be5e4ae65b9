/** Access to stored files of one purpose, declared by the context that owns them. */
import type { Access } from '#kernel/contract/access.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';

export interface FileReader {
  /** The first part of its keys. */
  purpose: string;
  can: Access;
  /** The row this file belongs to, where the caller may see it. */
  find(tx: Tx, actor: ServerActor, key: string): Promise<{ id: number } | undefined>;
}
