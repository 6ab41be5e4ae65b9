import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import type { FileTab } from './file-tab.ts';
import css from './files.module.css';

/** Required columns of this file kind, from its reader, and a sample file. */
export function FileHelp({ type }: { type: FileTab }) {
  const columns = fileColumns[type];
  return (
    <details className={css.help}>
      <summary>{say.help}</summary>
      <p>{say.helpAbout}</p>
      <a className={look.link} href={`/api/file/sample/${type}`} download>
        {say.sample}
      </a>
      <dl>
        {columns.map(({ header, required, example, about }) => (
          <div key={header}>
            <dt>
              {header} {required && <span className={css.needed}>{say.required}</span>}
            </dt>
            <dd>
              {about} <span className={css.gone}>{say.example(example)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
