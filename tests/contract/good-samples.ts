import { readySignOn } from '#support/sign-on.ts';
import { SIGN_ON_NAME } from '../auth/sample.ts';
import { type Sample, sampleOf } from './endpoints.ts';

/** Samples that are good only once they have been made elsewhere: by a provider of identities. */
const MADE: Readonly<Record<string, () => Promise<Sample>>> = {
  'auth.exchangeForToken': () => readySignOn(SIGN_ON_NAME),
};

export const isMade = (name: string) => name in MADE;

/** An input with which the call succeeds in the world of the samples. */
export const goodSampleOf = async (name: string): Promise<Sample> => (await MADE[name]?.()) ?? sampleOf(name);
