import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { Instant } from '../time.ts';
import { MessageKeyHex } from '../unit-configuration/sync-queue.ts';
import { CONSOLE_MODES } from '../unit-messages/voice-reports.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { unitActors } from './access.ts';
import { BatteryNumber } from './batteries.ts';

/** A command that is recorded. `waiting`: no bridge has it yet, and the unit gets it if it connects before `validUntil`. */
const RecordedCommand = z.object({
  commandId: z.string(),
  state: z.enum(['sent', 'waiting']),
  validUntil: Instant,
});

export const unitActions = defineArea({
  resetFlags: {
    method: 'PUT',
    path: '/api/tcp/tcpFail',
    summary: "Set or reset a unit's error flag, its download-failure flag, or both",
    access: unitActors,
    input: z
      .object({
        UnitSerNum: SerialNumber,
        action: z.literal('reset').default('reset'),
        /** 0 resets the count of failed connections. */
        errorState: z.literal(0).optional(),
        /** 0 resets the count of failed downloads, 1 lists the unit as one that failed to download. */
        downloadFail: z.union([z.literal(0), z.literal(1)]).optional(),
      })
      .refine(({ errorState, downloadFail }) => errorState !== undefined || downloadFail !== undefined, {
        path: ['errorState'],
        message: 'Name a flag to reset',
      }),
    output: z.object({ UnitSerNum: SerialNumber, tcpFail: z.number().int(), downloadFail: z.number().int() }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  allowSms: {
    method: 'POST',
    path: '/api/unitUpdateAllowSMS',
    summary: 'Allow or forbid that a unit is asked by SMS to connect',
    access: unitActors,
    input: z.object({ UnitSerNum: SerialNumber, AllowSMSConnect: z.enum(['0', '1']) }),
    output: z.object({ UnitSerNum: SerialNumber, AllowSMSConnect: z.enum(['0', '1']) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  allowRemoteLogging: {
    method: 'POST',
    path: '/api/unitUpdateAllowRemoteLogging',
    summary: 'Switch the remote log of a unit on for 7 days, or off',
    access: unitActors,
    input: z.object({ UnitSerNum: SerialNumber, on: z.boolean() }),
    output: z.object({
      UnitSerNum: SerialNumber,
      /** '0', or the date until which the unit logs remotely. */
      RemoteLog: z.string(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  simulationType: {
    method: 'POST',
    path: '/api/unit/SimulationType',
    summary: 'Give a unit the command to change its working mode',
    access: unitActors,
    input: z.object({
      UnitSerNum: SerialNumber,
      SimulationType: z.enum(CONSOLE_MODES),
      /** For Pairing and Delete. */
      zone: z.number().int().optional(),
    }),
    output: RecordedCommand,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  changeBattery: {
    method: 'POST',
    path: '/api/unit/changebattery',
    summary: 'Record that a unit has a new battery. Its readings are those of the new one from its next ping on',
    access: unitActors,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** The number of a battery of the unit's model. */
      battery: BatteryNumber,
      newBatt: z.literal(1).default(1),
    }),
    output: z.object({ UnitSerNum: SerialNumber, battery: BatteryNumber, at: Instant }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  batteryMap: {
    method: 'GET',
    path: '/api/unitRef/getBatteryMap',
    summary: 'List the batteries that units have, by model',
    access: unitActors,
    input: z.object({}),
    output: z.object({
      batteries: z.array(z.object({ battery: BatteryNumber, name: z.string(), models: z.array(UnitModel) })),
    }),
  },
  downloadMissingVoiceFiles: {
    method: 'POST',
    path: '/api/unit/downloadMissingVoiceFiles',
    summary: 'Ask a unit to download the voice files that it lacks, at its next appropriate ping',
    access: unitActors,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ UnitSerNum: SerialNumber, MessageKeyHex }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  tcpMessage: {
    method: 'POST',
    path: '/api/unit/tcpMessage',
    summary: 'Give a unit a command, written as in the console: GoToMode Pairing 3',
    access: unitActors,
    input: z.object({ UnitSerNum: SerialNumber, command: z.string().trim().min(1).max(200) }),
    output: RecordedCommand,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
});
