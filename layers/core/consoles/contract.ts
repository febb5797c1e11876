import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DecibelShift } from '../dev-tools/decibel.ts';
import { Announcement } from '../ota/announcement.ts';
import { FirmwareNumber } from '../ota/firmware-version.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { UNIT_READERS } from '../units/access.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { ParsedMessage } from './parsed-message.ts';
import { TranscriptLine } from './session.ts';

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
  transcript: {
    method: 'GET',
    path: '/api/unit/console/{id}/transcript/{auditId}',
    summary: 'Read what was said in a console session: commands, outcomes and reports of the unit, the newest first',
    // As the live transcript, which everybody who sees the unit may follow.
    access: UNIT_READERS,
    input: PageRequest.extend({
      id: SerialNumber,
      /** The entry of the unit's changes that says that the console was opened. */
      auditId: z.string().regex(/^[0-9A-Z]{26}$/),
    }),
    /** A page can be short although the transcript goes on. Only a null cursor marks its begin. */
    output: pageOf(TranscriptLine).extend({ startedAt: Instant, endedAt: Instant.optional() }),
    errors: ['NOT_FOUND'],
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
