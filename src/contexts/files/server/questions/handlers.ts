/** Questions about near loan numbers of a file, and their answers. */
import { files } from '#contexts/files/contract/files.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Handlers } from '#kernel/server/http/implement.ts';
import { jobToChange, jobToMend } from '../job-to-change.ts';
import { answerQuestions, questionsOf } from './answer.ts';

export const questionHandlers: Pick<Handlers<typeof files>, 'questions' | 'answer'> = {
  async questions({ id }, { tx, actor }) {
    return questionsOf(tx, (await jobToMend(tx, actor, id)).id);
  },

  async answer({ id, rows, all }, { tx, actor, emit }) {
    const job = await jobToChange(tx, actor, id);
    if (!job.isDryRun || job.status !== 'completed') throw new Failure('IMPORT_NOT_READY');
    const open = await answerQuestions(tx, { id: job.id, userId: actor.id }, { rows, all });
    emit('files.loans-answered', { id: job.id, facts: { type: job.type, open }, to: [actor.id] });
    return { open };
  },
};
