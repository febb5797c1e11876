import { z } from 'zod';
import { RecordVersion } from '../records.ts';

/** The number that is printed on a SIM. */
const Iccid = z
  .string('ICCID is missing')
  .trim()
  .regex(/^\d{20}$/, 'An ICCID has 20 digits');

export const DevSimInput = z.object({ ICCID: Iccid });

/** A SIM that engineers use for tests. */
export const DevSim = DevSimInput.extend(RecordVersion.shape);
export type DevSim = z.output<typeof DevSim>;
