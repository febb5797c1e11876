import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { SerialNumber } from '../units/unit.ts';

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
});
