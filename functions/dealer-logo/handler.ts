import { dealerLogo } from '#core/dealer-logo/contract.ts';
import { dealerLogoStore } from '#data/dealer-logo/dealer-logos.ts';
import { serve } from '#platform/http/serve.ts';
import { cleanPng } from './clean-png.ts';

export const handler = serve(dealerLogo, {
  get: ({ scope }) => dealerLogoStore.get(scope),

  async choose({ input, scope }) {
    const logo = cleanPng(Buffer.from(input.logo, 'base64')).toString('base64');
    await dealerLogoStore.put(scope, logo, Date.now());
    return { logo, own: true };
  },

  async remove({ scope }) {
    await dealerLogoStore.remove(scope, Date.now());
    return {};
  },
});
