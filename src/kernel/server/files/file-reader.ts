/** Who may read files of one purpose, said by the domain they belong to. */
import type { Access } from '#kernel/contract/access.ts';
import type { ServerActor } from '../http/actor.ts';
import type { Tx } from '../database/database.ts';

export interface FileReader {
  /** The first part of its keys. */
  purpose: string;
  can: Access;
  /** The row this file belongs to, where the caller may see it. */
  find(tx: Tx, actor: ServerActor, key: string): Promise<{ id: number } | undefined>;
}
