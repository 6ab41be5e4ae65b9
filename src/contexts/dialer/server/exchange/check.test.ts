import { expect, test } from 'vitest';
import { isNewEnough } from './check.ts';

test.each([
  '22.10.1',
  '22.10.1+dfsg+~cs6.17.60671434-1',
  '1:22.10.1~dfsg+~cs6.15.60671435-1+deb13u1',
  '22.11.0-rc1',
  '22.12.0',
  '23.1.0',
  'Asterisk 22.10.2',
  'certified-22.8-cert3',
  'certified/22.8-cert4',
  'certified-24.2-cert1',
  'GIT-22-16c5d5ee06',
  'GIT-22-16c5d5ee06M',
  'GIT-23-4f1c2',
  'GIT-master-4f1c2',
])('%s is new enough', (version) => expect(isNewEnough(version)).toBe(true));

test.each([
  '22.10.0',
  '22.9.4+dfsg+~cs6.17',
  '22.10.1-rc1',
  '22.10',
  '20.18.2',
  'certified-22.8-cert2',
  'certified-20.7-cert9',
  'GIT-20-4f1c2',
  'UNKNOWN__and_probably_unsupported',
  '',
])('%s is too old, or unknown', (version) => expect(isNewEnough(version)).toBe(false));
