import { area as dealerSettings } from '#data/dealer-settings/index.ts';
import { area as history } from '#data/history/index.ts';
import { area as monitoringCenters } from '#data/monitoring-centers/index.ts';

/** The areas with urgent reactions. All of them would need the rights of all. */
export const URGENT_AREAS = [dealerSettings, history, monitoringCenters];
