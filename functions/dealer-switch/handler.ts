import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { serve } from '#platform/http/serve.ts';
import { findDealers, findOpenDealers } from './find-dealers.ts';
import { showAs } from './show-as.ts';

export const handler = serve(dealerSwitch, {
  subDealers: ({ input: { UnitDealerKey, ...input }, scope }) =>
    UnitDealerKey === undefined
      ? findDealers(scope.home, input, { withOwn: false })
      : findOpenDealers(scope, UnitDealerKey, input),

  headerDealers: ({ input, scope }) => findDealers(scope.home, input, { withOwn: true }),

  showAsSubDealer: ({ input, scope }) => showAs(scope, input.DealerKey),

  showAsDealer: ({ input, scope }) => showAs(scope, input.DealerKey),
});
