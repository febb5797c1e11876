import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { AvailableCaregiver } from './caregiver.ts';

/** A caregiver as stores return it. `version` grows with each change. */
export const CaregiverRecord = AvailableCaregiver.extend({ DealerKey, version: z.number().int() });
export type CaregiverRecord = z.infer<typeof CaregiverRecord>;
