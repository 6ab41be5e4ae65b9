import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { flag, number, optional, secret } from '#kernel/contract/field.ts';

const codes = { codes: z.array(z.string()) };
const both = { password: secret({ max: 256 }), code: secret({ max: 40 }) };
const limited = ['WRONG_PASSWORD', 'WRONG_CODE', 'SECOND_FACTOR_OFF', 'TOO_MANY_REQUESTS'] as const;

/** Two-factor with authenticator app codes (RFC 6238), and recovery codes for a lost phone. */
export const secondFactor = domain('second-factor', {
  state: endpoint('GET /auth/second-factor', {
    about: 'Whether the caller’s second factor is on, and how many recovery codes are left.',
    can: 'signed-in',
    beforeSecondFactor: true,
    gives: {
      isOn: flag(),
      isRequired: flag(),
      codesLeft: number(),
      /** The password was not typed recently, so it is required. */
      asksPassword: flag(),
    },
  }),
  begin: endpoint('POST /auth/second-factor', {
    about: 'Makes a secret for an authenticator app; nothing is asked for before a code confirms it.',
    can: 'signed-in',
    beforeSecondFactor: true,
    takes: { password: optional(secret({ max: 256 })) },
    /** The picture is an SVG of the QR code with the address. */
    gives: { secret: z.string(), uri: z.string(), picture: z.string() },
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_ON', 'TOO_MANY_REQUESTS'],
  }),
  confirm: endpoint('POST /auth/second-factor/confirm', {
    about: 'Turns the second factor on with a first code; gives the recovery codes, once.',
    can: 'signed-in',
    beforeSecondFactor: true,
    takes: { code: secret({ max: 40 }) },
    gives: codes,
    errors: ['WRONG_CODE', 'SECOND_FACTOR_ON', 'TOO_MANY_REQUESTS'],
  }),
  renewCodes: endpoint('POST /auth/second-factor/codes', {
    about: 'Makes new recovery codes in place of those before.',
    can: 'signed-in',
    takes: both,
    gives: codes,
    errors: limited,
  }),
  turnOff: endpoint('POST /auth/second-factor/off', {
    about: 'Turns the second factor off; refused where the role asks for one.',
    can: 'signed-in',
    takes: both,
    errors: [...limited, 'SECOND_FACTOR_REQUIRED'],
  }),
});
