/** The contexts, each after those it needs. */
import { agency } from '#contexts/agency/server/module.ts';
import { authority } from '#contexts/authority/server/module.ts';
import { complaints } from '#contexts/complaints/server/module.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { dialer } from '#contexts/dialer/server/module.ts';
import { files } from '#contexts/files/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import { payments } from '#contexts/payments/server/module.ts';
import { reporting } from '#contexts/reporting/server/module.ts';
import { settlements } from '#contexts/settlements/server/module.ts';
import { sync } from '#contexts/sync/server/module.ts';
import { work } from '#contexts/work/server/module.ts';

export const modules = [
  agency,
  lenders,
  authority,
  files,
  loans,
  contact,
  messaging,
  payments,
  complaints,
  settlements,
  work,
  dialer,
  reporting,
  sync,
] as const;
