/** Questions about near loan numbers of a file, and their answers. */
import type { files } from '#contexts/files/contract/files.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Handlers } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { importJobNames } from '../import/import-job.ts';
import { jobToChange, jobToMend } from '../job-to-change.ts';
import { readAgain } from '../mend/refusals.ts';
import { answerQuestions, questionsOf } from './answer.ts';

export const questionHandlers = ({
  jobs,
}: {
  jobs: Jobs;
}): Pick<Handlers<typeof files>, 'questions' | 'answer'> => ({
  async questions({ id }, { tx, actor }) {
    return questionsOf(tx, (await jobToMend(tx, actor, id)).id);
  },

  async answer({ id, rows, all }, { tx, actor, emit }) {
    const job = await jobToChange(tx, actor, id);
    if (!job.isDryRun || job.status !== 'completed') throw new Failure('IMPORT_NOT_READY');
    const open = await answerQuestions(tx, { id: job.id, userId: actor.id }, { rows, all });
    // After the last answer the check is repeated, so it shows what will be applied.
    if (open === 0) {
      await readAgain(tx, job.id);
      await jobs.enqueue(tx, importJobNames[job.type], { jobId: job.id });
    }
    emit('files.loans-answered', { id: job.id, facts: { type: job.type, open }, to: [actor.id] });
    return { open };
  },
});
