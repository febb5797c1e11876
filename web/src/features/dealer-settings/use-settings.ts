import { dealerSettings } from '#core/dealer-settings/contract.ts';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

export type Settings = Output<typeof dealerSettings.get>;

export const useSettings = () => useEndpoint(dealerSettings.get, {});

/** Endpoints to read again after a change: the settings, and the screens of units that show them. */
export const REFRESHES = [dealerSettings.get, dealerSettings.groups, dealerSettings.details] as const;

/** Changes account details. Sends the old values too. */
export const useDetailsChange = (success: string) =>
  useEndpointMutation(dealerSettings.updateAccount, { success, refreshes: REFRESHES });
