/** What files are sent in for, and what each of them must be. */
import {
  documentPurpose,
  mostDocumentBytes,
  settlementDocumentPurpose,
  typeOfDocument,
} from '#kernel/contract/document-kinds.ts';
import { files } from '#contexts/files/contract/files.ts';
import { seesDocuments } from '#kernel/contract/documents.ts';
import type { Access } from '#kernel/contract/access.ts';
import type { FailureCode } from '#kernel/contract/failure.ts';
import { anyUpload } from '#contexts/files/contract/upload-flags.ts';

interface Purpose {
  name: string;
  can: Access;
  maxBytes: number;
  /** Content type of a file name as claimed by the caller; undefined rejects it. */
  typeOf(fileName: string, said: string | undefined): string | undefined;
  refusal: FailureCode;
}

export const csv = 'text/csv';
const forJobs: Purpose = {
  name: 'customer-file',
  can: anyUpload,
  maxBytes: files.put.maxBytes,
  typeOf: (name, said = csv) => (/\.csv$/i.test(name) && said === csv ? csv : undefined),
  refusal: 'NOT_CSV',
};
const papers = (name: string): Purpose => ({
  name,
  can: seesDocuments,
  maxBytes: mostDocumentBytes,
  typeOf(name, said) {
    const type = typeOfDocument(name);
    return said === undefined || said === type ? type : undefined;
  },
  refusal: 'WRONG_FILE_TYPE',
});
const documents = [documentPurpose, settlementDocumentPurpose].map(papers);

/** A file for a job unless something else is named. */
export const purposeOf = (word: string | undefined): Purpose =>
  documents.find(({ name }) => name === word) ?? forJobs;
export const jobPurpose = forJobs.name;
export const refusalFor = (purpose: string): FailureCode => purposeOf(purpose).refusal;
