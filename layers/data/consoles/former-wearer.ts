import { idOfKind, isOfKind } from '#core/consoles/command-id.ts';
import { isForFormerWearer } from '#core/consoles/commands.ts';
import { WEARER_LEFT } from '#core/consoles/messages.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { timeOfId } from '../kit/id.ts';
import { homeRefusal } from '../unit-configuration/former-home.ts';
import type { WaitingCommand } from './commands.ts';

/** The reason why a command that waited must not reach the present wearer. */
export const wearerRefusal = async (
  { command, commandId }: Pick<WaitingCommand, 'command' | 'commandId'>,
  unit: UnitRecord,
): Promise<string | undefined> =>
  // A reminder ends in the transaction in which its wearer leaves.
  isOfKind('console', commandId) && isForFormerWearer(unit, { command, givenAt: timeOf(commandId) })
    ? WEARER_LEFT
    : homeRefusal(unit, command);

const timeOf = (commandId: string) => timeOfId(commandId.slice(idOfKind('console', '').length));
