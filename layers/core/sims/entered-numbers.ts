import { z } from 'zod';
import { hasCheckDigit } from './identifiers.ts';

/** The number that is printed on a SIM: 20 digits, the last one a check digit [P2-K43]. */
export const Iccid = z
  .string()
  .trim()
  .regex(/^\d{20}$/, 'An ICCID has 20 digits')
  .refine(hasCheckDigit, 'The check digit of the ICCID is wrong');

/** The number of a modem: 15 digits, the last a check digit, and where a unit reports it a 16th for its software. */
export const Imei = z
  .string()
  .trim()
  .regex(/^\d{15,16}$/, 'An IMEI has 15 or 16 digits')
  .refine((imei) => hasCheckDigit(imei.slice(0, 15)), 'The check digit of the IMEI is wrong');
