import { z } from 'zod';

/** What a person acknowledges before a SIM is changed. */
export const Acknowledgement = z.enum(['inoperable', 'activationFee', 'callerId']);
export type Acknowledgement = z.infer<typeof Acknowledgement>;
