import { dealerSettings } from '#core/dealer-settings/contract.ts';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

export type Settings = Output<typeof dealerSettings.get>;

export const useSettings = () => useEndpoint(dealerSettings.get, {});

/** Endpoints to read again after a change. */
export const REFRESHES = [dealerSettings.get, dealerSettings.groups] as const;

/** Changes account details. Sends the old values too. */
export const useDetailsChange = (success: string) =>
  useEndpointMutation(dealerSettings.updateAccount, { success, refreshes: REFRESHES });
