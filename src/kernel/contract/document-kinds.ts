/** Files that may lie with a borrower, by the ending of their name; the first bytes must say the same. */
export const documentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
} as const;
type DocumentType = (typeof documentTypes)[keyof typeof documentTypes];

/** The type of a file by its name, undefined when such files are not taken. */
export const typeOfDocument = (name: string): DocumentType | undefined =>
  documentTypes[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() as keyof typeof documentTypes];

/** The first part of their keys, and what a link for one is asked by. */
export const documentPurpose = 'borrower-document';
export const settlementDocumentPurpose = 'settlement-document';
export const mostDocumentBytes = 10 * 1024 * 1024;
export const mostDocumentsAtOnce = 10;
