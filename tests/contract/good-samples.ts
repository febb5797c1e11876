import type { UserRecord } from '#core/users/user-record.ts';
import { readySignOn } from '#support/sign-on.ts';
import { SIGN_ON_NAME } from '../auth/sample.ts';
import { promptsOf } from '../ota/sample.ts';
import { resultOfSample } from '../sims/sample.ts';
import { type Sample, sampleOf } from './endpoints.ts';

/** Samples that need a value created by another service, such as an identity provider. */
const MADE: Readonly<Record<string, () => Promise<Sample>>> = {
  'auth.exchangeForToken': () => readySignOn(SIGN_ON_NAME),
  'sims.thingSpaceResult': resultOfSample,
};

/** Samples that name what only their caller has. */
const OF_CALLER: Readonly<Record<string, (caller: UserRecord) => Promise<Sample>>> = {
  'ota.uploadBatch': async (caller) => ({ files: await promptsOf(caller) }),
};

export const isMade = (name: string) => name in MADE;

/** What the input of a call names of the caller's own, beside its sample. */
export const ownOf = async (name: string, caller: UserRecord): Promise<Sample> =>
  (await OF_CALLER[name]?.(caller)) ?? {};

/** An input with which the caller's call succeeds in the data of the samples. */
export const goodSampleOf = async (name: string, caller: UserRecord): Promise<Sample> =>
  (await MADE[name]?.()) ?? { ...sampleOf(name), ...(await ownOf(name, caller)) };
