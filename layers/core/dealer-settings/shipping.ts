import { z } from 'zod';
import { textLine } from '../dealers/dealer.ts';
import { AppError } from '../errors.ts';
import { conflict, invalid } from './name-list.ts';

const MAX_ADDRESSES = 50;
export const ADDRESS_TAKEN = 'Shipping address already exists';
const needed = (longest: number, words: string) => textLine(longest).min(1, words);

/** The shipping address of orders. */
export const ShippingAddress = z.object({
  AttentionTo: needed(100, 'Enter a recipient'),
  Address1: needed(100, 'An address needs a street'),
  Address2: textLine(100),
  City: needed(100, 'An address needs a city'),
  State: textLine(100),
  Zip: needed(15, 'An address needs a ZIP code'),
  Country: needed(100, 'An address needs a country'),
  Notes: z.string().trim().max(500, 'At most 500 characters'),
});
export type ShippingAddress = z.infer<typeof ShippingAddress>;

export const ShippingKey = z.string('Choose a shipping location').regex(/^[0-9A-Z]{26}$/, 'No such shipping address');
export const KeptAddress = ShippingAddress.extend({ shippingKey: ShippingKey });
export type KeptAddress = z.infer<typeof KeptAddress>;

const place = ({ AttentionTo, Address1, Address2, City, State, Zip, Country }: ShippingAddress) =>
  [AttentionTo, Address1, Address2, City, State, Zip, Country].join('\n').toLowerCase();

const requireNew = (others: readonly ShippingAddress[], address: ShippingAddress) => {
  if (others.some((one) => place(one) === place(address))) throw conflict('Address1', ADDRESS_TAKEN);
};
const missing = () => new AppError('NOT_FOUND', 'There is no such shipping address');

export function addAddress(was: readonly KeptAddress[], address: KeptAddress): KeptAddress[] {
  requireNew(was, address);
  if (was.length >= MAX_ADDRESSES) throw invalid('AttentionTo', `At most ${MAX_ADDRESSES} shipping addresses`);
  return [...was, address];
}

export function replaceAddress(was: readonly KeptAddress[], address: KeptAddress): KeptAddress[] {
  const others = was.filter(({ shippingKey }) => shippingKey !== address.shippingKey);
  if (others.length === was.length) throw missing();
  requireNew(others, address);
  return was.map((one) => (one.shippingKey === address.shippingKey ? address : one));
}

export function deleteAddress(was: readonly KeptAddress[], key: string): KeptAddress[] {
  if (!was.some(({ shippingKey }) => shippingKey === key)) throw missing();
  return was.filter(({ shippingKey }) => shippingKey !== key);
}
