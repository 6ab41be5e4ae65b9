import { questionsText } from '#contexts/files/text/en/loan-questions.ts';
import { useNavigate } from 'react-router-dom';
import { loans } from '#contexts/loans/contract/loans.ts';
import { twinsText as say } from '#contexts/loans/text/en/loan-twins.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';

const home = '/admin/borrowers/duplicates';
const paths = { twins: home, answers: `${home}/answers` } as const;
const keys = ['twins', 'answers'] as const;

/** Possible duplicates, and for permitted users the answers about loan numbers. */
export function DuplicateTabs({ now }: { now: (typeof keys)[number] }) {
  const go = useNavigate();
  const may = useMay();
  if (!may(loans.numberAnswers.can)) return null;
  return (
    <TabStrip
      label={say.title}
      tabs={keys.map((key) => ({ key, label: key === 'twins' ? say.tab : questionsText.answersGiven }))}
      now={now}
      onChoose={(chosen) => void go(paths[keys.find((key) => key === chosen) ?? now])}
    />
  );
}
