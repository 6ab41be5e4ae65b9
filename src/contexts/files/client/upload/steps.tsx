/** Progress of a file: selected, mapped, checked, applied. */
import { IconCheck } from '@tabler/icons-react';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import css from './mapping.module.css';

const steps = ['upload', 'match', 'check', 'apply'] as const;
type FileStep = (typeof steps)[number];

export function Steps({ at }: { at: FileStep }) {
  const now = steps.indexOf(at);
  return (
    <ol className={css.steps} aria-label={say.steps.label}>
      {steps.map((step, i) => (
        <li key={step} aria-current={i === now ? 'step' : undefined} data-done={i < now || undefined}>
          <i aria-hidden="true">{i < now ? <IconCheck size={14} stroke={2.25} /> : i + 1}</i>
          {say.steps[step]}
        </li>
      ))}
    </ol>
  );
}
