/** Analyses each recording once it is in our file store. */
import { buffer } from 'node:stream/consumers';
import { readWav } from '#contexts/dialer/contract/quality/sound.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import { measure } from './measure.ts';
import { chanceOf, picksOf } from './picks.ts';

export const measureName = 'recordings.measure';
export interface ToMeasure {
  attemptId: number;
}
interface Stored {
  key: string;
  referenceId: string;
}

/** An unreadable recording has no figures. */
export const measureRecordings = (o: {
  database: Database;
  clock: Clock;
  store: FileStore;
}): Job<ToMeasure> => ({
  name: measureName,
  retries: 5,
  async run({ attemptId }, { log }) {
    const { database, clock, store } = o;
    const stored = await database.one<Stored>(sql`
      select r.storage_key as key, k.reference_id as "referenceId"
      from recordings r join call_attempts k on k.id = r.attempt_id
      where r.attempt_id = ${attemptId} and r.state = 'stored'
        and not exists (select from call_audio a where a.attempt_id = r.attempt_id)`);
    if (!stored) return;
    const bytes = await buffer(await store.get(stored.key));
    const sound = readWav(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    if (!sound) return log.warn({ attemptId }, 'a recording whose sound cannot be read');
    const found = await measure(sound);
    const picked = picksOf(found, chanceOf(stored.referenceId));
    const events = eventLog(null, null);
    await database.transaction(async (tx) => {
      const isNew = await tx.run(sql`
        insert into call_audio (attempt_id, measured_at, seconds, silence_s, longest_silence_s, loud_s, interruptions, picked)
        values (${attemptId}, ${clock.now()}, ${found.seconds}, ${found.silenceSeconds}, ${found.longestSilence},
          ${found.loudSeconds}, ${found.interruptions}, ${picked}) on conflict do nothing`);
      if (isNew === 0) return;
      events.emit('recordings.measured', { id: attemptId, facts: { picked }, to: [] });
      await events.flush(tx, []);
    });
  },
});
