import { z } from 'zod';

/** What a person acknowledges before a SIM is changed. `noVoice`, `onTheWay`: before the plans of many SIMs, or the carriers of many units, are. */
export const Acknowledgement = z.enum(['inoperable', 'activationFee', 'callerId', 'noVoice', 'onTheWay']);
export type Acknowledgement = z.infer<typeof Acknowledgement>;
