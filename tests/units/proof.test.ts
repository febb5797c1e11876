import { expect, it } from 'vitest';
import { mayLoginWithoutProof } from '#core/units/proof.ts';

it.each([
  ['a unit that is trusted by its label', true, false, true],
  ['one of a dealer that requires a proof', true, true, false],
  ['a new unit', false, false, false],
  ['a new unit of a dealer that requires a proof', false, true, false],
])('%s : whether it may log in without a proof', (_, isTrustedByLabel, isProofRequired, may) =>
  expect(mayLoginWithoutProof(isTrustedByLabel, isProofRequired)).toBe(may),
);
