import { isIP } from 'node:net';
import { isPublicAddress } from '#adapters/receivers/public-address.ts';
import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import {
  addressesOf,
  type ReceiverInput,
  type ReceiverKind,
  requireReceiver,
} from '#core/monitoring-centers/receiver.ts';
import { hostAndPort, sipAddress } from '#core/monitoring-centers/receiver-address.ts';
import { centerStore } from '#data/monitoring-centers/centers.ts';
import { receiverStore } from '#data/monitoring-centers/receivers.ts';
import { isOneMachine } from '#platform/aws/env.ts';

type Receivers = Pick<Handlers<typeof monitoringCenters>, 'receiver' | 'setReceiver' | 'removeReceiver'>;

export const receivers: Receivers = {
  async receiver({ input: { mcKey }, scope }) {
    await centerStore.get(scope, mcKey);
    const receiver = await receiverStore.get(mcKey);
    return { ...(receiver && { receiver }) };
  },

  async setReceiver({ input: { mcKey, version, ...input }, scope }) {
    await centerStore.get(scope, mcKey);
    const was = await receiverStore.get(mcKey);
    requireReceiver(input, { was, onOneMachine: isOneMachine() });
    requireDialable(input);
    return receiverStore.set(scope, { mcKey, version }, input, was, Date.now());
  },

  async removeReceiver({ input, scope }) {
    await centerStore.get(scope, input.mcKey);
    await receiverStore.remove(scope, input, Date.now());
    return {};
  },
};

/** Throws INVALID for a host that is none, or has a private address. A name is checked whenever it is dialled: it can lead elsewhere later. */
function requireDialable({ kind, main, second }: ReceiverInput): void {
  for (const { place, address } of addressesOf({ main, second })) {
    const host = HOSTS[kind](address);
    const refuse = (message: string) => new AppError('INVALID', message, [{ path: place, message }]);
    if (host === undefined) throw refuse('The address has no host');
    if (!isOneMachine() && (host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host))))
      throw refuse('The address belongs to a private network');
  }
}

/** The host without the brackets of IPv6. */
const hostOfUrl = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : undefined;

const HOSTS: Readonly<Record<ReceiverKind, (address: string) => string | undefined>> = {
  dc09: (address) => hostAndPort(address)?.host,
  scaip: hostOfUrl,
  sip: (address) => sipAddress(address)?.host,
  webhook: hostOfUrl,
};
