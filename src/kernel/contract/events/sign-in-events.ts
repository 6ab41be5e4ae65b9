/** Events of signing in and out, passwords, sessions and second factors; the log adds the device, as its browser names it. */
export interface SignInEvents {
  'session.started': { remember: boolean; deviceNo?: string };
  'session.refused': { reason: string; deviceNo?: string };
  /** The password was correct, and a code is required. */
  'session.code-asked': Record<never, never>;
  'session.ended': { reason: 'logout' | 'ended-elsewhere' | 'password-changed' };
  'session.link-sent': { purpose: 'invitation' | 'reset' };
  'session.password-set': { by: 'link' | 'owner' };
  'session.device-key-kept': Record<never, never>;
  'session.device-key-opened': Record<never, never>;
  /** Denied inside an allowed request, such as the export of a list. */
  'access.refused': { endpoint: string; code: string };
  'second-factor.begun': Record<never, never>;
  'second-factor.on': Record<never, never>;
  'second-factor.off': Record<never, never>;
  'second-factor.recovery-used': Record<never, never>;
  'second-factor.codes-renewed': Record<never, never>;
}
