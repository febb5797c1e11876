import { readySignOn } from '#support/sign-on.ts';
import { SIGN_ON_NAME } from '../auth/sample.ts';
import { resultOfSample } from '../sims/sample.ts';
import { type Sample, sampleOf } from './endpoints.ts';

/** Samples that need a value created by another service, such as an identity provider. */
const MADE: Readonly<Record<string, () => Promise<Sample>>> = {
  'auth.exchangeForToken': () => readySignOn(SIGN_ON_NAME),
  'sims.thingSpaceResult': resultOfSample,
};

export const isMade = (name: string) => name in MADE;

/** An input with which the call succeeds in the data of the samples. */
export const goodSampleOf = async (name: string): Promise<Sample> => (await MADE[name]?.()) ?? sampleOf(name);
