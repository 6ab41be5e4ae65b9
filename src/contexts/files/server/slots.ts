/** What contexts above the files add to their engine. */
import type { SendOptions } from '#contexts/files/contract/file-sends.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { slot } from '#kernel/server/module.ts';
import type { ImportKind } from './import/import-kinds.ts';
import type { FileReader } from './reader.ts';

/** Access to stored files. */
export const readerSlot = slot<FileReader>('file readers');
/** Options stored with a file of messages. */
export const sendSlot = slot<(tx: Tx, asked: SendOptions) => Promise<object | undefined>>('sends');
/** Kinds of files, each from the context that owns what is in them. */
export const kindSlot = slot<ImportKind>('import kinds');
