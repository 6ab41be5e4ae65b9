import * as z from 'zod/mini';
import { roleTypes } from './access.ts';
import { domain, endpoint } from './endpoint.ts';
import { choice, email, flag, id, instant, nullable, optional, secret } from './field.ts';

/** The person signed in, as screens need it. */
const user = z.object({
  id: id(),
  agentId: id(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userName: z.string(),
  roleName: z.string(),
  roleType: choice(roleTypes),
  slug: z.string(),
});
export type CurrentUser = z.infer<typeof user>;

/** Their role asks for a second factor: set up before anything else. */
const mustSetUp = optional(flag());
const access = z.object({
  /** Which agency answers: another one may have this host after it. */
  agency: z.string(),
  user,
  permissions: z.array(z.string()),
  modules: z.array(z.string()),
  mustSetUp,
});
const entered = z.extend(user, { mustSetUp });
/** Shown with the code; the session begins then. */
const ticket = z.object({ ticket: z.string() });
const sessionRow = z.object({
  id: id(),
  createdAt: instant(),
  seenAt: instant(),
  device: z.string(),
  /** Address it was started from; absent in responses of the version before. */
  from: optional(nullable(z.string())),
  isThis: flag(),
});

/** Made by the device itself; the server only tells one from another by it. */
const deviceId = () => z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

/** Signing in and out, passwords and sessions (document 1, sections 2.4 and 4.5; G022, G023). */
export const session = domain('session', {
  login: endpoint('POST /auth/login', {
    about: 'Signs in with e-mail and password; gives a ticket instead where a code is asked for.',
    can: 'public',
    takes: { email: email(), password: secret({ max: 256 }), remember: optional(flag()) },
    gives: z.union([entered, ticket]),
    errors: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  loginCode: endpoint('POST /auth/login/code', {
    about: 'Signs in with that ticket and a code of the second factor, or a recovery code.',
    can: 'public',
    takes: { ticket: secret({ max: 100 }), code: secret({ max: 40 }) },
    gives: entered,
    errors: ['WRONG_CODE', 'SIGN_IN_AGAIN', 'TOO_MANY_REQUESTS'],
  }),
  logout: endpoint('GET /auth/logout', {
    about: 'Signs out: ends the session.',
    can: 'signed-in',
    beforeSecondFactor: true,
    writes: true,
    also: ['POST /auth/logout'],
  }),
  access: endpoint('GET /user/role-permissions', {
    about: 'Who is signed in, with role and permissions.',
    can: 'signed-in',
    beforeSecondFactor: true,
    gives: access,
  }),
  forgotPassword: endpoint('POST /auth/forgot-password', {
    about: 'Mails a link to set a new password, if the address is known.',
    can: 'public',
    takes: { email: email() },
  }),
  setPassword: endpoint('POST /auth/set-password', {
    about: 'Sets a password with the link of an invitation or a reset.',
    can: 'public',
    takes: { token: secret({ max: 100 }), password: secret({ max: 128 }) },
    errors: ['LINK_EXPIRED', 'WEAK_PASSWORD'],
  }),
  changePassword: endpoint('POST /auth/change-password', {
    about: 'Changes the caller’s password and ends their other sessions.',
    can: 'signed-in',
    takes: { current: secret({ max: 256 }), password: secret({ max: 128 }) },
    errors: ['WRONG_PASSWORD', 'WEAK_PASSWORD'],
  }),
  list: endpoint('GET /auth/sessions', {
    about: 'Sessions of the caller: where they are signed in.',
    can: 'signed-in',
    gives: sessionRow,
    answer: 'rows',
  }),
  end: endpoint('DELETE /auth/sessions/:id', { about: 'Ends one session of the caller.', can: 'signed-in' }),
  endOthers: endpoint('DELETE /auth/sessions', {
    about: 'Ends all other sessions of the caller.',
    can: 'signed-in',
  }),
  /** The key of what a device keeps of its user's loans, for the day they forget the PIN. */
  keepDeviceKey: endpoint('PUT /auth/device-key', {
    about: 'Keeps the key of a device’s offline loans, should the PIN be forgotten.',
    can: 'signed-in',
    takes: { deviceId: deviceId(), key: secret({ max: 64 }) },
  }),
  /** Returned only shortly after a sign-in with the password. */
  openDeviceKey: endpoint('POST /auth/device-key/open', {
    about: 'Gives that key back shortly after a sign-in with the password.',
    can: 'signed-in',
    takes: { deviceId: deviceId() },
    gives: z.object({ key: z.string() }),
    errors: ['NOT_FOUND', 'SIGN_IN_AGAIN'],
  }),
});
