/** Accepted document types by file extension; the first bytes must match. */
export const documentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
} as const;
type DocumentType = (typeof documentTypes)[keyof typeof documentTypes];

/** Type of a file by its name, undefined when not accepted. */
export const typeOfDocument = (name: string): DocumentType | undefined =>
  documentTypes[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() as keyof typeof documentTypes];

/** Prefix of document keys, and the purpose of upload links. */
export const documentPurpose = 'borrower-document';
export const settlementDocumentPurpose = 'settlement-document';
export const mostDocumentBytes = 10 * 1024 * 1024;
export const mostDocumentsAtOnce = 10;
