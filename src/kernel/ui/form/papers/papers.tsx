/** Attached documents: view, and delete after confirmation. */
import { useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { kitText } from '#text/en/kit.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { openDocument } from '#kernel/client/calls/files/documents.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { momentText } from '../../parts/values/format.ts';
import css from './papers.module.css';
import { Question } from '../question.tsx';

interface Paper {
  id: number;
  key: string;
  name: string;
  bytes: number;
  createdAt: string;
  by: string;
  category: { name: string };
  mayRemove: boolean;
}
interface PaperWords {
  saved: string;
  failed: string;
  remove: (name: string) => string;
  askRemove: (name: string) => string;
  removeYes: string;
  size: (kilobytes: number) => string;
}
interface PapersProps {
  papers: readonly Paper[];
  say: PaperWords;
  remove: { run: (paper: { key: string }) => Promise<unknown>; busy: boolean };
}

export function Papers({ papers, say, remove }: PapersProps) {
  const [leaving, setLeaving] = useState<Paper>();
  const failed = (error: unknown): void => notice.error(wordsOf(error) ?? say.failed);
  const answer = async (isYes: boolean, { key }: Paper): Promise<void> => {
    if (isYes) await remove.run({ key }).then(() => notice.success(say.saved), failed);
    setLeaving(undefined);
  };
  return (
    <>
      <ul className={css.papers}>
        {papers.map((paper) => (
          <li key={paper.id}>
            <button
              type="button"
              className={css.name}
              onClick={() => void openDocument(paper.key).catch(failed)}
            >
              {paper.name}
            </button>
            <span className={css.about}>
              {[
                paper.category.name,
                say.size(paper.bytes / 1000),
                momentText(paper.createdAt),
                paper.by,
              ].join(' · ')}
            </span>
            {paper.mayRemove && (
              <button
                type="button"
                className={css.remove}
                aria-label={say.remove(paper.name)}
                onClick={() => setLeaving(paper)}
              >
                <IconX size={18} stroke={1.75} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <Question
          words={say.askRemove(leaving.name)}
          yes={say.removeYes}
          no={kitText.cancel}
          isSafe="no"
          busy={remove.busy}
          onAnswer={(isYes) => void answer(isYes, leaving)}
        />
      )}
    </>
  );
}
