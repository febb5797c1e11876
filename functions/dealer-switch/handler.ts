import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { serve } from '#platform/http/serve.ts';
import { findDealers } from './find-dealers.ts';
import { showAs } from './show-as.ts';

export const handler = serve(dealerSwitch, {
  subDealers: ({ input, scope }) => findDealers(scope, input, { withOwn: false }),

  headerDealers: ({ input, scope }) => findDealers(scope, input, { withOwn: true }),

  showAsSubDealer: ({ input, scope }) => showAs(scope, input.DealerKey),

  showAsDealer: ({ input, scope }) => showAs(scope, input.DealerKey),
});
