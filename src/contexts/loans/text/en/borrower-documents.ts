import { localised } from '#text/locale.ts';

/** Documents of a borrower. */
export const borrowerDocumentsText = localised('borrower-documents', {
  title: 'Documents',
  none: 'No documents of this borrower yet.',
  add: 'Add documents',
  category: 'Document type',
  files: 'Files',
  hint: 'pdf, png, jpg, docx or txt, up to 10 MB each, at most 10 at once.',
  tooMany: 'At most 10 files at once.',
  tooLarge: (name: string) => `${name} is larger than 10 MB.`,
  wrongType: (name: string) => `${name} is not a pdf, png, jpg, docx or txt file.`,
  selectFile: 'Please select file',
  sending: (done: number, all: number) => `Sending ${done} of ${all}`,
  submit: 'Submit',
  saved: 'File changes successfully',
  failed: 'Something went wrong!',
  remove: (name: string) => `Remove ${name}`,
  askRemove: (name: string) => `Remove ${name}? It cannot be brought back.`,
  removeYes: 'Remove',
  size: (kilobytes: number) =>
    kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`,
});
