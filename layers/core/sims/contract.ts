import { z } from 'zod';
import { anyone, holding } from '../access.ts';
import { defineArea, OTHER_SYSTEM_RATE } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { CarrierNumber, SerialNumber, UnitModel } from '../units/unit.ts';
import { SIM_EDITORS, SIM_READERS } from './access.ts';
import { Acknowledgement } from './acknowledgement.ts';
import { CarrierRequest, RequestReason } from './carrier-request.ts';
import { SimSlot } from './carrier-sim.ts';
import { FleetReading, SimDifference } from './difference.ts';
import { CommunicationPlan } from './plan.ts';
import { SimState } from './sim-state.ts';
import { TextMessage } from './text-message.ts';
import { THINGSPACE_CALLBACK_PATH, ThingSpaceCallback } from './thingspace-callback.ts';

/** A slot whose carrier did not answer still shows what is stored. */
export const SilentSlot = z.object({
  carrier: CarrierNumber,
  iccid: z.string(),
  storedState: z.number().int(),
  failure: z.string(),
});

/** The number of a SIM that the person saw, as it is stored. */
const SeenIccid = z.string().max(20, 'An ICCID has 20 digits');

const ENTER_ZIP = 'Enter a ZIP code, such as 84097 or K1A 0B1';

const Slot = z.union([z.literal(1), z.literal(2)]);

/** `done`: the carrier has made the change. `accepted`: it will make it, and the SIM is pending until then. */
const Outcome = z.enum(['done', 'accepted']);

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
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ id: SerialNumber }),
    output: z.object({
      slot1: z.union([SimSlot, SilentSlot]).nullable(),
      slot2: z.union([SimSlot, SilentSlot]).nullable(),
      dualSimReady: z.boolean(),
      /** The SIM that is deactivated after the next login over the other one, and who asked for it. */
      deactivateOnStartUp: z.object({ iccid: z.string(), userName: z.string(), askedAt: Instant }).nullable(),
    }),
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  differences: {
    method: 'GET',
    path: '/api/unitSim/differences',
    summary: 'List the SIMs of which the portal and their carriers say different states',
    access: SIM_READERS,
    input: PageRequest,
    output: z.object({
      /** A page can be short although the list goes on: what was mended meanwhile is left out. */
      items: z.array(SimDifference),
      cursor: z.string().nullable(),
      /** How far the reading of each carrier is. A carrier that was never read is absent. */
      readings: z.array(FleetReading),
    }),
    errors: ['INVALID'],
  },
  requests: {
    method: 'GET',
    path: '/api/unitSim/requests/{id}',
    summary: "List what the carriers of a unit's SIMs were asked, by whom and why, the newest first",
    access: SIM_READERS,
    input: PageRequest.extend({ id: SerialNumber }),
    output: pageOf(CarrierRequest),
    errors: ['NOT_FOUND', 'INVALID'],
  },
  correctState: {
    method: 'POST',
    path: '/api/unitSim/correctSimStateInDB',
    summary: 'Store the state that the carrier reports of a SIM, where it differs from the stored one',
    access: SIM_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ UnitSerNum: SerialNumber, slot: Slot }),
    output: z.object({ corrected: z.boolean(), from: z.number().int(), to: z.number().int() }),
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  changeState: {
    method: 'PUT',
    path: '/api/simState',
    summary: 'Ask the carrier of a SIM for another state, once the consequences are acknowledged',
    access: SIM_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({
      UnitSerNum: SerialNumber,
      slot: Slot,
      /** The SIM for which it was acknowledged. */
      iccid: SeenIccid,
      state: SimState,
      acknowledged: z.array(Acknowledgement).max(3),
      why: RequestReason.extract(['unitPage', 'difference']).default('unitPage'),
    }),
    output: z.object({ outcome: Outcome, state: SimState }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  deactivateOnStartUp: {
    method: 'POST',
    path: '/api/unitSim/deactivateOnStartUp',
    summary: 'Mark a SIM, which is deactivated after the unit has logged in over its other one, or take the mark back',
    access: SIM_EDITORS,
    input: z.object({
      UnitSerNum: SerialNumber,
      iccid: SeenIccid,
      /** False takes the mark back. */
      deactivate: z.boolean().default(true),
      acknowledged: z.array(Acknowledgement).max(3).default([]),
    }),
    output: z.object({ UnitSerNum: SerialNumber, iccid: z.string(), deactivate: z.boolean() }),
    errors: ['NOT_FOUND', 'INVALID', 'CONFLICT'],
  },
  overrideState: {
    method: 'POST',
    path: '/api/unitUpdateSimStateOverRide',
    summary: 'Store that the SIM of slot 2 is activated, although its carrier does not report voice as ready',
    access: SIM_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({
      unitDetails: z.object({
        UnitSerNum: SerialNumber,
        ICCID2: SeenIccid,
        ActiveCarrier: CarrierNumber.nullable().optional(),
      }),
    }),
    output: z.object({ state: SimState }),
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  editCommunicationPlan: {
    method: 'POST',
    path: '/api/carrier/editDeviceCommPlan',
    summary: 'Ask the carrier of a SIM for another communication plan',
    access: SIM_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({
      UnitSerNum: SerialNumber,
      slot: Slot,
      iccid: SeenIccid,
      plan: CommunicationPlan,
    }),
    output: z.object({ outcome: Outcome }),
    errors: ['NOT_FOUND', 'INVALID', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  requestDialableNumber: {
    method: 'POST',
    path: '/api/carrier/ManageDialableMSISDNRequest',
    summary: 'Ask AT&T or Telus for a number that people can dial. The carrier gives it later',
    access: SIM_EDITORS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({
      UnitSerNum: SerialNumber,
      slot: Slot,
      iccid: SeenIccid,
      /** Where the unit is used: the number is one of this area. */
      zipcode: z
        .string(ENTER_ZIP)
        .trim()
        .regex(/^(\d{5}|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$/, ENTER_ZIP),
    }),
    output: z.object({ outcome: Outcome }),
    errors: ['NOT_FOUND', 'INVALID', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  smsMessage: {
    method: 'POST',
    path: '/api/carrier/smsMessage',
    summary: "Ask the carrier of a unit's active SIM to send the unit a text message",
    access: holding('UNIT_EDIT'),
    rate: OTHER_SYSTEM_RATE,
    input: TextToUnit,
    output: TakenText,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  smsMessageAT: {
    method: 'POST',
    path: '/api/carrier/smsMessageAT',
    summary: 'Ask AT&T to send a unit a text message, also if its AT&T SIM is not the active one',
    access: holding('UNIT_EDIT'),
    rate: OTHER_SYSTEM_RATE,
    input: TextToUnit,
    output: TakenText,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  thingSpaceResult: {
    method: 'POST',
    path: THINGSPACE_CALLBACK_PATH,
    summary:
      'Take the result of a request that Verizon has accepted, from whoever knows the credentials of the registration',
    access: anyone,
    input: ThingSpaceCallback,
    output: z.object({}),
    // ThingSpace posts it again after a failure. NOT_FOUND: the request is not known, or not yet.
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'INVALID', 'TOO_MANY', 'UNAVAILABLE'],
  },
});
