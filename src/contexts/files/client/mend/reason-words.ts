/** Why a row of a file cannot be read, in the user's language. */
import type { PlainReason } from '#contexts/files/contract/reader/file-cells.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';

const plain: Readonly<Record<PlainReason, string>> = say.reasons;
const isPlain = (reason: string): reason is PlainReason => reason in plain;

/** The text of a reason; one that the screens do not know is shown as the server sent it. */
export function reasonWords(reason: string): string {
  if (isPlain(reason)) return say.reasons[reason];
  const [, columns, cells] = /^(\d+) columns in the header, (\d+) cells/.exec(reason) ?? [];
  if (columns && cells) return say.tooManyCells(columns, cells);
  return reason.endsWith(' missing') ? say.missing : reason;
}
