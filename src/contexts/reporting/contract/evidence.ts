/** Evidence pack: all events of a borrower, as a tamper-evident file. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { adminRoles } from '#kernel/contract/access.ts';
import { choice, day, id, number, optional, text } from '#kernel/contract/field.ts';

export const evidenceForms = ['csv', 'pdf'] as const;

/** So many loans at most are drawn. */
const mostSampled = 50;
const file = {
  name: z.string(),
  type: z.string(),
  rows: z.int(),
  /** Base64. */
  file: z.string(),
};

export const evidence = domain('evidence', {
  key: endpoint('GET /evidence/key', {
    about: 'The public key by which anyone verifies evidence of this installation (Ed25519, hex).',
    can: 'public',
    /** `earlier`: public keys of packs signed under earlier keys of the installation. */
    gives: { key: z.string(), earlier: z.optional(z.array(z.string())) },
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
    gives: file,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_LARGE'],
  }),
  copy: endpoint('POST /evidence/copy', {
    about: 'All data about one borrower as a JSON file, for a request by the borrower.',
    can: { all: ['export_evidence', 'reveal_contact'] },
    takes: { borrowerId: id('borrowers') },
    gives: file,
    errors: ['NOT_FOUND', 'TOO_LARGE'],
  }),
  sample: endpoint('POST /evidence/sample', {
    about:
      'Everything that happened on loans of a lender, drawn by a word that the lender says, sealed and signed.',
    can: { roles: adminRoles, any: ['export_evidence'] },
    takes: {
      clientId: id('clients'),
      count: number({ min: 1, max: mostSampled }),
      /** Prevents the creator from choosing the loans: the seed is the lender's. */
      word: text({ max: 60, isLine: true }),
      /** Days with contacts to the borrower. */
      startDate: day(),
      endDate: day(),
      form: choice(evidenceForms),
    },
    gives: file,
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_LARGE'],
  }),
});
