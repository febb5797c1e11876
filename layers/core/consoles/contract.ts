import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DecibelShift } from '../dev-tools/decibel.ts';
import { Announcement } from '../ota/announcement.ts';
import { FirmwareNumber } from '../ota/firmware-version.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { ParsedMessage } from './parsed-message.ts';

/** A frame has at most 1,036 bytes. */
const MAX_RAW_LENGTH = 2_200;

export const consoles = defineArea({
  tcpConnect: {
    method: 'POST',
    path: '/api/unit/tcpConnect',
    summary: 'Find the connection of a unit, for a console',
    // UNIT_VIEW is a view-only access [P2-A13], also beside UNIT.
    access: holding('UNIT_EDIT'),
    input: z.object({
      UnitSerNum: SerialNumber,
      command: z.string().max(40).default('Connect'),
      PortTCP: z.number().int().optional(),
      IPAddress: z.string().max(60).optional(),
      Carrier: z.number().int().optional(),
    }),
    output: z.object({ ucProtocolServer: z.string(), ucPortWebSocket: z.number().int(), ucPortTCP: z.number().int() }),
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  },
  getDBShift: {
    method: 'POST',
    path: '/api/unit/getDBShift',
    summary: "Read by how many decibels each volume level of a unit's model is shifted",
    access: holding('UNIT_EDIT'),
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ UnitSerNum: SerialNumber, UnitModel, shifts: z.array(DecibelShift) }),
    errors: ['NOT_FOUND'],
  },
  getCallIdent: {
    method: 'GET',
    path: '/api/unit/getCallIdent/{id}',
    summary: 'Read by which IDs a unit identifies itself in a call',
    access: holding('UNIT_EDIT'),
    input: z.object({ id: SerialNumber }),
    output: z.object({
      UnitSerNum: SerialNumber,
      UnitLineID: z.string(),
      UnitID: z.string(),
      /** The line ID and the unit ID; the serial number of a unit without them. */
      callIdent: z.string(),
    }),
    errors: ['NOT_FOUND'],
  },
  getDealerMessages: {
    method: 'GET',
    path: '/api/dealerSettings/getDealerMessages',
    summary: 'Read what dealers are told about a firmware version',
    access: holding('UNIT_EDIT'),
    input: z.object({ FirmVer: FirmwareNumber }),
    output: z.object({
      messages: z.array(Announcement.pick({ summary: true, moreInfoLink: true, details: true }).extend({ UnitModel })),
    }),
  },
  parseMessage: {
    method: 'POST',
    path: '/api/tcp/mPERS/parseMessage',
    summary: 'Decode a frame of a wearable',
    access: holding('UNIT_EDIT'),
    input: z.object({
      /** The frame in hexadecimal. Spaces between bytes are allowed. */
      raw: z
        .string()
        .trim()
        .min(1)
        .max(MAX_RAW_LENGTH)
        .regex(/^(?:[\da-f]{2}\s*)+$/i, 'A frame is written in hexadecimal, such as 57 4b 01'),
    }),
    output: ParsedMessage,
    errors: ['INVALID'],
  },
});
