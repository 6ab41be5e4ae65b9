/** Evidence: everything that happened to a borrower, as a file that says by itself whether it was changed. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, id, optional } from '#kernel/contract/field.ts';

export const evidenceForms = ['csv', 'pdf'] as const;

export const evidence = domain('evidence', {
  key: endpoint('GET /evidence/key', {
    about: 'The public key by which anyone verifies evidence of this installation (Ed25519, hex).',
    can: 'public',
    gives: { key: z.string() },
  }),
  make: endpoint('POST /evidence', {
    about:
      'Everything that happened to a borrower, or to the borrower of a complaint, in order, sealed and signed.',
    can: 'export_evidence',
    takes: {
      borrowerId: optional(id('borrowers')),
      complaintId: optional(id('complaints')),
      form: choice(evidenceForms),
    },
    gives: {
      name: z.string(),
      type: z.string(),
      rows: z.int(),
      /** The file, base64. */
      file: z.string(),
    },
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_LARGE'],
  }),
});
