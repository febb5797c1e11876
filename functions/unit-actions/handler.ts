import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { BATTERY_MAP, hasBattery } from '#core/unit-actions/batteries.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { resetOf } from '#core/unit-actions/flags.ts';
import { remoteLogFor } from '#core/unit-actions/remote-log.ts';
import { MISSING_VOICE_FILES } from '#core/unit-actions/voice-files.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { WaitingCommand } from '#data/consoles/commands.ts';
import { unitSwitchStore } from '#data/unit-actions/unit-switches.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { give, modeCommand, readCommand, recordOf, remoteLogCommand, send } from './commands.ts';

export const handler = serve(unitActions, {
  async resetFlags({ input: { UnitSerNum, errorState, downloadFail }, scope }) {
    const was = await unitStore.get(scope, UnitSerNum);
    const after = resetOf(was, { errorState, downloadFail });
    await unitSwitchStore.resetFlags(scope, was, after, Date.now());
    return { UnitSerNum, tcpFail: was.tcpFail, downloadFail: was.downloadFail ?? 0, ...after };
  },

  async allowSms({ input: { UnitSerNum, AllowSMSConnect }, scope }) {
    await unitSwitchStore.allowSms(scope, await unitStore.get(scope, UnitSerNum), AllowSMSConnect, Date.now());
    return { UnitSerNum, AllowSMSConnect };
  },

  async allowRemoteLogging({ input: { UnitSerNum, on }, scope }) {
    const now = Date.now();
    const was = await unitStore.get(scope, UnitSerNum);
    const RemoteLog = remoteLogFor(on, now);
    if (RemoteLog === was.RemoteLog) return { UnitSerNum, RemoteLog };
    const content = remoteLogCommand(was, on);
    const command = content && (await recordOf(scope, was, content, now));
    await unitSwitchStore.switchRemoteLog(scope, was, RemoteLog, now, command);
    if (command) await sendOrSwitchBack(scope, was, RemoteLog, command);
    return { UnitSerNum, RemoteLog };
  },

  async changeBattery({ input: { UnitSerNum, battery }, scope }) {
    const now = Date.now();
    const unit = await unitStore.get(scope, UnitSerNum);
    if (!hasBattery(unit.UnitModel, battery)) {
      const message = `A ${unit.UnitModel} has no such battery`;
      throw new AppError('INVALID', message, [{ path: 'battery', message }]);
    }
    await unitSwitchStore.changeBattery(scope, unit, battery, now);
    return { UnitSerNum, battery, at: instant(now) };
  },

  async batteryMap() {
    return { batteries: BATTERY_MAP };
  },

  async downloadMissingVoiceFiles({ input: { UnitSerNum }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    // One that waits already is enough, because the unit then downloads all that it lacks.
    const MessageKeyHex = await queueMessage(scope, unit, MISSING_VOICE_FILES, Date.now());
    return { UnitSerNum, MessageKeyHex };
  },

  async simulationType({ input: { UnitSerNum, SimulationType, zone }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    return give(scope, unit, modeCommand(unit, SimulationType, zone), Date.now());
  },

  async tcpMessage({ input: { UnitSerNum, command }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    return give(scope, unit, readCommand(scope, unit, command), Date.now());
  },
});

/** Sends the command. If that fails, the unit was told nothing: the portal stores what it stored before, and the failure is answered. */
async function sendOrSwitchBack(
  scope: Scope,
  was: UnitRecord,
  RemoteLog: string,
  command: WaitingCommand,
): Promise<void> {
  try {
    await send(command, Date.now());
  } catch (failure) {
    await unitSwitchStore
      .switchRemoteLog(scope, { ...was, RemoteLog }, was.RemoteLog, Date.now())
      .catch(unlessConflict);
    throw failure;
  }
}

/** Somebody switched it meanwhile: the newer value stays. */
function unlessConflict(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
}
