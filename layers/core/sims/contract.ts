import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { CarrierNumber, SerialNumber, UnitModel } from '../units/unit.ts';
import { SimSlot } from './carrier-sim.ts';
import { TextMessage } from './text-message.ts';

/** A slot whose carrier did not answer still shows what is stored. */
export const SilentSlot = z.object({
  carrier: CarrierNumber,
  iccid: z.string(),
  storedState: z.number().int(),
  failure: z.string(),
});

const TextToUnit = z.object({
  UnitSerNum: SerialNumber,
  textMessage: TextMessage,
  /** From the console of a wearable: refused if the unit has another model. */
  UnitModel: UnitModel.optional(),
});
/** The carrier has taken the text. It may deliver it later, or never. */
const TakenText = z.object({ messageId: z.string(), carrier: CarrierNumber });

export const sims = defineArea({
  simData: {
    method: 'GET',
    path: '/api/unit/simdata/{id}',
    summary: "Read the state of a unit's SIMs at their carriers",
    access: holding('SIM', 'SIM_EDIT', 'UNIT', 'UNIT_EDIT', 'UNIT_VIEW'),
    input: z.object({ id: SerialNumber }),
    output: z.object({
      slot1: z.union([SimSlot, SilentSlot]).nullable(),
      slot2: z.union([SimSlot, SilentSlot]).nullable(),
      dualSimReady: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  correctState: {
    method: 'POST',
    path: '/api/unitSim/correctSimStateInDB',
    summary: 'Store the state that the carrier reports of a SIM, where it differs from the stored one',
    access: holding('SIM_EDIT', 'UNIT_EDIT'),
    input: z.object({ UnitSerNum: SerialNumber, slot: z.union([z.literal(1), z.literal(2)]) }),
    output: z.object({ corrected: z.boolean(), from: z.number().int(), to: z.number().int() }),
    errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
  },
  smsMessage: {
    method: 'POST',
    path: '/api/carrier/smsMessage',
    summary: "Ask the carrier of a unit's active SIM to send the unit a text message",
    access: holding('UNIT_EDIT'),
    input: TextToUnit,
    output: TakenText,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  smsMessageAT: {
    method: 'POST',
    path: '/api/carrier/smsMessageAT',
    summary: 'Ask AT&T to send a unit a text message, also if its AT&T SIM is not the active one',
    access: holding('UNIT_EDIT'),
    input: TextToUnit,
    output: TakenText,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
});
