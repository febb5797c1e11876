import { hasRemoteLogCommand } from '#core/consoles/commands.ts';
import type { UnitModel } from '#core/units/unit.ts';

/** What follows from switching the remote log of a unit on or off. A wearable has no command for it: the portal captures its frames (decision 0147). */
export function remoteLogConsequence(model: UnitModel, on: boolean): string {
  if (hasRemoteLogCommand(model)) return on ? 'The unit sends its log for 7 days.' : 'The unit stops sending its log.';
  return on
    ? 'From its next login on, the portal captures what the unit sends and gets. The capture ends after 7 days.'
    : 'The capture of what the unit sends and gets ends at its next login.';
}
