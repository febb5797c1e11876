import { z } from 'zod';
import type { HubReport } from '../unit-messages/wearable-reports.ts';

/** What a wearable told of its hub, under the names of the specification (portal-2 section 3). */
export const Hub = z.object({
  myHubStatus: z.string(),
  myHubMACAddress: z.string(),
  myHubDevType: z.string(),
  myHubFirmVer: z.string(),
});
export type Hub = z.infer<typeof Hub>;

const MAX_LENGTH = 60;
/** A unit can send a text of any length. */
const shown = (text: string) => text.slice(0, MAX_LENGTH);

export const hubOf = ({ myHubStatus, myHubMACAddress, myHubDevType, myHubFirmVer }: HubReport): Hub => ({
  myHubStatus: shown(myHubStatus),
  myHubMACAddress: shown(myHubMACAddress),
  myHubDevType: shown(myHubDevType),
  myHubFirmVer: shown(myHubFirmVer),
});
