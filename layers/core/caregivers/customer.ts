import { z } from 'zod';
import { textLine } from '../dealers/dealer.ts';

const needed = (longest: number, words: string) => textLine(longest).min(1, words);

/** Where the wearer of a unit lives. */
export const HomeAddress = z.object({
  Address1: needed(100, 'An address needs a street'),
  Address2: textLine(100).default(''),
  City: needed(100, 'An address needs a city'),
  State: textLine(100).default(''),
  Zip: needed(15, 'An address needs a ZIP code'),
  Country: needed(100, 'An address needs a country'),
});
export type HomeAddress = z.output<typeof HomeAddress>;

/** The address in one line: `12 Main Street, Provo, UT 84601, USA`. */
export const addressLine = ({ Address1, Address2, City, State, Zip, Country }: HomeAddress): string =>
  [Address1, Address2, City, [State, Zip].filter(Boolean).join(' '), Country].filter(Boolean).join(', ');

export const CustomerKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such customer');

/** The customer of a unit: the household of its wearer. */
export const CaregiverCustomer = z.object({ CustomerKey, HomeAddress });
export type CaregiverCustomer = z.infer<typeof CaregiverCustomer>;
