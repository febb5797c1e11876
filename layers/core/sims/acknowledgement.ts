import { z } from 'zod';

/** What a person acknowledges before a SIM is changed. `noVoice`: before the plans of many SIMs are. */
export const Acknowledgement = z.enum(['inoperable', 'activationFee', 'callerId', 'noVoice']);
export type Acknowledgement = z.infer<typeof Acknowledgement>;
