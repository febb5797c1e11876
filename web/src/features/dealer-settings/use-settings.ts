import { dealerSettings } from '#core/dealer-settings/contract.ts';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

export type Settings = Output<typeof dealerSettings.get>;

export const useSettings = () => useEndpoint(dealerSettings.get, {});

/** What is read again after each change: what is shown here, and what unit screens have of it. */
export const REFRESHES = [dealerSettings.get, dealerSettings.groups, dealerSettings.details] as const;

/** Changes account details: what they were, and what they are to be. */
export const useDetailsChange = (success: string) =>
  useEndpointMutation(dealerSettings.updateAccount, { success, refreshes: REFRESHES });
