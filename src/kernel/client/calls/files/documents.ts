/** Document uploads: accepted types, and the upload of each over its link. */
import {
  documentTypes,
  mostDocumentBytes,
  mostDocumentsAtOnce,
  typeOfDocument,
} from '#kernel/contract/document-kinds.ts';
import { filePort } from './file-port.ts';
import { sendFile } from './send-file.ts';

/** What a file picker offers. */
export const acceptedDocuments = Object.keys(documentTypes)
  .map((ending) => `.${ending}`)
  .join(',');

export interface DocumentWords {
  selectFile: string;
  tooMany: string;
  tooLarge: (name: string) => string;
  wrongType: (name: string) => string;
}
/** Why these files cannot be sent, or nothing. */
export function documentFault(chosen: readonly File[], say: DocumentWords): string | undefined {
  if (chosen.length === 0) return say.selectFile;
  if (chosen.length > mostDocumentsAtOnce) return say.tooMany;
  const large = chosen.find(({ size }) => size > mostDocumentBytes);
  if (large) return say.tooLarge(large.name);
  const wrong = chosen.find(({ name }) => !typeOfDocument(name));
  return wrong && say.wrongType(wrong.name);
}

/** Opens a document in a new tab; the server records each view, and the link is valid for two minutes. */
export async function openDocument(key: string): Promise<void> {
  const { url } = await filePort().readLink(key);
  window.open(url, '_blank', 'noopener');
}

/** Answers the key of the file that was sent. */
export async function sendDocument(file: File, type: string): Promise<string> {
  const { url, key } = await filePort().uploadLink(file.name, type);
  await sendFile(url, new Blob([file], { type: typeOfDocument(file.name) }), () => undefined);
  return key;
}
