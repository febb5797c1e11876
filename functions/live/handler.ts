import { live } from '#core/live/contract.ts';
import { liveStore } from '#data/live/live.ts';
import { env } from '#platform/aws/env.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(live, {
  ticket: async ({ scope }) => ({
    ticket: await liveStore.issueTicket(scope.sessionId, Date.now()),
    url: env('LIVE_URL'),
    secondUrl: env('LIVE_SECOND_URL'),
  }),
});
