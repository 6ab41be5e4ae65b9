/** The Files screen needs any upload flag (G009). */
export const anyUpload = {
  any: [
    'upload_borrower_file',
    'upload_payments_file',
    'upload_borrower_reassign_file',
    'upload_communications_file',
    'list_dnc',
  ],
} as const;
