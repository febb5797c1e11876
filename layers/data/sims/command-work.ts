import type { BulkWork, CommandTools } from '../kit/area.ts';
import { changeCarrier } from './change-carrier.ts';

/** The work on one unit of the bulk actions that command units, by their names. */
export const commandWork: Readonly<Record<string, BulkWork<CommandTools>>> = { carrier: changeCarrier };
