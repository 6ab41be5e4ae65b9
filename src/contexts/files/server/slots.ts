/** What contexts above the files add to their engine. */
import type { SendOptions } from '#contexts/files/contract/file-sends.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';
import type { ImportKind, LoanChanges } from './import/import-kinds.ts';
import type { FileReader } from '#kernel/server/files/file-reader.ts';

/** What the contexts that own the data do with a row of a file; each brings its own part. */
export const changeSlot = slot<Partial<LoanChanges>>('loan changes');
/** Who may read a paper. */
export const readerSlot = slot<FileReader>('file readers');
/** What is sent with a file of messages. */
export const sendSlot = slot<(tx: Tx, asked: SendOptions) => Promise<object | undefined>>('sends');
/** Kinds of files that a context reads in wholly by itself. */
export const kindSlot = slot<ImportKind>('import kinds');
