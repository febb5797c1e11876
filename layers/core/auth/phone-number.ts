import { z } from 'zod';

/** A phone number as another system writes it: `+1 (503) 555-0101`. */
export const PhoneNumberInLink = z
  .string()
  .trim()
  .regex(/^\+?[\d ().-]{3,30}$/, 'Not a phone number')
  .refine((text) => digitsOf(text).length >= 3, 'Not a phone number');

/** Returns the form for comparison and search: `15035550101`. */
export const digitsOf = (phoneNumber: string) => phoneNumber.replace(/\D/g, '');
