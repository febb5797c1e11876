import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { serve } from '#platform/http/serve.ts';
import { administration } from './administration.ts';
import { exports } from './exports.ts';
import { operation } from './operation.ts';
import { receivers } from './receivers.ts';
import { whiteList } from './white-list.ts';

export const handler = serve(monitoringCenters, {
  ...administration,
  ...whiteList,
  ...receivers,
  ...operation,
  ...exports,
});
