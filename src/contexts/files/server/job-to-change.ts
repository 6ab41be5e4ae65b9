/** The job a path names, for those who may upload its kind of file. */
import { uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import { may } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import * as store from './store.ts';

/** Row lock until commit. */
export async function jobToChange(tx: Tx, actor: ServerActor, key: string) {
  const id = /^\d+$/.test(key) ? Number(key) : 0;
  const job = await store.lockJob(tx, actor, id);
  if (!job) throw new Failure('NOT_FOUND');
  if (!may(actor, uploadFlags[job.type])) throw new Failure('FORBIDDEN');
  return { id, ...job };
}

/** Only looked at. */
export async function jobToMend(tx: Tx, actor: ServerActor, key: string) {
  const job = /^\d+$/.test(key) ? await store.jobById(tx, actor, Number(key)) : undefined;
  if (!job || job.type === 'EXPORT') throw new Failure('NOT_FOUND');
  if (!may(actor, uploadFlags[job.type])) throw new Failure('FORBIDDEN');
  return { ...job, type: job.type, isUndone: job.undoneAt !== null };
}
