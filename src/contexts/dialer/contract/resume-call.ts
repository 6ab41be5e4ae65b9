import { endpoint } from '#kernel/contract/endpoint.ts';
import { standing } from './standing.ts';

/** Without the caller's line the call resumes as soon as the line is up. */
export const resumeCall = endpoint('POST /dialer/resume-call', {
  about: 'Resumes the caller’s call whose line was lost.',
  can: { roles: ['agent'] },
  gives: standing,
  errors: ['DIALER_OFF', 'DIALER_BUSY'],
});
