/** Authority: who decides what needs a second person, up to which limits, and what waits for whom. */
import { agency } from '#contexts/agency/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { authority as contract } from '#contexts/authority/contract/authority.ts';
import { usualMaxWaiver } from '#contexts/settlements/contract/waiver-rules.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { module } from '#kernel/server/module.ts';
import { authorityMasters } from '../masters.ts';
import { benchOf } from './bench.ts';
import { stepRoutes } from './steps.ts';

export const authority = module({
  name: 'authority',
  owns: [],
  masters: authorityMasters,
  needs: [agency, lenders],
  routes: ({ config }) => [
    ...stepRoutes,
    ...implement(contract, {
      bench: (asked, { tx }) => benchOf(tx, asked, config.maxWaiver ?? usualMaxWaiver),
    }),
  ],
});
