import * as z from 'zod/mini';
import { contactKey } from '#contexts/loans/contract/loan-contacts.ts';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { flag, id } from '#kernel/contract/field.ts';

/** Voicemail consent per number of a loan: given by its owner, and revocable at any time. */
export const voiceOptIns = domain('voice-opt-ins', {
  list: endpoint('GET /voice-opt-ins', {
    about: 'Numbers of a loan whose owner agreed to voice messages.',
    can: 'staff',
    takes: { loanId: id('loans') },
    gives: z.object({ contact: contactKey }),
    answer: 'rows',
    errors: ['NOT_FOUND'],
  }),
  set: endpoint('PUT /voice-opt-ins', {
    about: 'Notes that the owner of a number agreed to voice messages, or took that back.',
    can: 'staff',
    takes: { loanId: id('loans'), contact: contactKey, isAgreed: flag() },
    gives: z.object({ contact: contactKey, isAgreed: flag() }),
    errors: ['NOT_FOUND'],
  }),
});
