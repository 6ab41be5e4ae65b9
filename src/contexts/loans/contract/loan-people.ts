/** Participants, contacts, reveals and groups of a loan. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/contract/endpoint.ts';
import { id, key, loanNumber, nullable, text } from '#kernel/contract/field.ts';
import { contactKey, contactEdit } from './loan-contacts.ts';
import { workingRoles } from './loan-roles.ts';
import { groupRow, loanDetail, participantRow } from './loan-rows.ts';

export const loanPeople = {
  participants: endpoint('GET /loan/participants', {
    about: 'Co-applicants, references and guarantors of a loan.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: participantRow,
    answer: 'rows',
  }),
  /** Every number of a loan, masked, by its `reveal` key. */
  contacts: endpoint('GET /loan/client-contacts', {
    about: 'Numbers of a loan, masked, by the key that reveal takes.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: z.object({ contact: contactKey, name: nullable(z.string()), mobile: z.string() }),
    answer: 'rows',
  }),
  mobileNumbers: endpoint('GET /options/mobileNumber/:loanNumber', {
    about: 'Numbers of the loans with a loan number, masked.',
    can: 'staff',
    takes: { loanNumber: loanNumber() },
    gives: z.object({
      loanId: id('loans'),
      contact: contactKey,
      name: nullable(z.string()),
      mobile: z.string(),
    }),
    answer: 'rows',
  }),
  /** At least one other number remains (document 2, section 5). */
  edit: endpoint('PATCH /loans/:id', {
    about: 'Changes the other numbers of a loan; at least one stays.',
    can: 'staff',
    takes: {
      id: key('loans'),
      ...contactEdit,
    },
    gives: loanDetail,
    offline: 'repeatable',
    also: ['PUT /loans/:id'],
    errors: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
  }),
  /** One number in full, with a reason, counted and remembered (G074). */
  reveal: endpoint('POST /loans/:id/reveal', {
    about: 'One number in full, with a reason; counted and kept in the audit.',
    can: 'reveal_contact',
    takes: { contact: contactKey, reason: text({ max: 200 }) },
    gives: z.object({ contact: contactKey, mobile: z.string(), left: z.int() }),
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  groups: endpoint('GET /loans/group/all', {
    about: 'Joint-liability group of a loan with its members.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: groupRow,
    answer: 'rows',
  }),
  lead: endpoint('PUT /loans/group/:id', {
    about: 'Makes a member the leader of a joint-liability group.',
    can: { roles: workingRoles },
    takes: { id: key('loan-groups'), leaderId: id('borrowers') },
    gives: groupRow,
    errors: ['NOT_FOUND', 'INVALID_INPUT'],
  }),
};
