import { carrierChangeStore } from '#data/sims/carriers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { secret } from '#platform/aws/secret.ts';
import type { Sample } from '#support/samples.ts';

/** The unit has two SIMs. The second one waits for voice although the network has written to it. */
export const sample: Sample = {
  async add({ unit: { UnitSerNum } }) {
    await UnitEntity.patch({ UnitSerNum })
      .set({
        ICCID1: iccidOf(0, 220),
        ICCID1Carrier: 0,
        ICCID1State: 14,
        ICCID2: iccidOf(1, 220, 'provisioningVoice'),
        ICCID2Carrier: 1,
        ICCID2State: 36,
      })
      .go();
    const request = {
      reference: 'of the sample',
      carrier: 1,
      iccid: WITH_RESULT,
      action: 'state',
      target: 14,
    } as const;
    await carrierChangeStore.record({ ...request, step: 'asked', at: '2026-11-21T16:59:59.000Z' });
    const accepted = { step: 'accepted', at: '2026-11-21T17:00:00.000Z', requestId: REQUEST_ID } as const;
    await carrierChangeStore.record({ ...request, ...accepted });
  },
};

const WITH_RESULT = iccidOf(1, 220, 'provisioningVoice');
const REQUEST_ID = '595f5c44-c31c-4552-8670-020a1545a84d';

/** What ThingSpace posts of that request, with the credentials of this machine. */
export async function resultOfSample() {
  const { thingspace } = (await secret('CARRIERS_SECRET')) as { thingspace: Record<string, string> };
  return {
    username: thingspace.callbackUserName,
    password: thingspace.callbackPassword,
    requestId: REQUEST_ID,
    deviceIds: [{ id: WITH_RESULT, kind: 'iccid' }],
    status: 'Success',
  };
}
