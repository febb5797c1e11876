import { dealerKeysOf } from '../scope.ts';
import { digitsOf } from '../text.ts';
import type { CustomerRecord } from './customer-record.ts';

/** Distinguishes customers well enough, and fits into a key in any script. */
const MAX_PHRASE_LENGTH = 40;
const LOCAL_NUMBER_LENGTH = 7;
const FEWEST_DIGITS = 4;
/** Only what people write phone numbers with. */
const PHONE = /^[\d\s().+-]+$/;

/** A text in the form that is compared: its words in small letters, without punctuation. */
const compared = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

/** The text from each of its words on, so that each word is found, and what follows it narrows. */
function fromEachWord(text: string): string[] {
  const words = compared(text).split(' ').filter(Boolean);
  return words.map((_, index) => words.slice(index).join(' ').slice(0, MAX_PHRASE_LENGTH));
}

/** A phone number is found by its digits, also without the area code. */
const phonePhrases = (phone: string) => (phone === '' ? [] : [phone, phone.slice(-LOCAL_NUMBER_LENGTH)]);

/** What finds a customer: names in both orders, phone numbers, and addresses. */
export function phrasesOf({ names, addresses }: Pick<CustomerRecord, 'names' | 'addresses'>): string[] {
  const phrases = [
    ...names.flatMap(({ FirstName, LastName, HomePhone, CellPhone }) => [
      ...fromEachWord(`${FirstName} ${LastName}`),
      ...fromEachWord(`${LastName} ${FirstName}`),
      ...phonePhrases(HomePhone),
      ...phonePhrases(CellPhone),
    ]),
    ...addresses.flatMap(({ Address1, City, Zip }) => [...fromEachWord(`${Address1} ${City}`), compared(Zip)]),
  ];
  return withoutBeginnings([...new Set(phrases)].filter(Boolean));
}

/** The phrases without those with which another one starts: a search that finds them finds the longer one. */
function withoutBeginnings(phrases: string[]): string[] {
  const sorted = phrases.sort();
  return sorted.filter((phrase, index) => !sorted[index + 1]?.startsWith(phrase));
}

/** Each phrase, once for each dealer that may find the customer by it. */
export const lookupsOf = (customer: Pick<CustomerRecord, 'CustomerKey' | 'dealerPath' | 'names' | 'addresses'>) =>
  dealerKeysOf(customer.dealerPath).flatMap((DealerKey) =>
    phrasesOf(customer).map((phrase) => ({ CustomerKey: customer.CustomerKey, DealerKey, phrase })),
  );

/** The start of the phrases that a searched text finds. */
export function searchedPhrase(text: string): string {
  const digits = digitsOf(text);
  const isPhone = PHONE.test(text.trim()) && digits.length >= FEWEST_DIGITS;
  return (isPhone ? digits.replace(/^1(?=\d{10}$)/, '') : compared(text)).slice(0, MAX_PHRASE_LENGTH);
}
