import { refusal } from './thingspace-errors.ts';
import type { Change } from './thingspace-jobs.ts';
import type { Span } from './thingspace-replies.ts';

export type Body = Record<string, unknown>;

export interface Identifier {
  id?: unknown;
  kind?: unknown;
}
export interface Device {
  deviceIds?: Identifier[];
}

/** The devices that a request names. */
export const devicesOf = (body: Body): Device[] => (Array.isArray(body.devices) ? (body.devices as Device[]) : []);

const KINDS = ['esn', 'eid', 'iccid', 'imei', 'mdn', 'meid', 'msisdn'];

/** A device's identifier of one kind; upper and lower case are accepted. */
export const idOf = ({ deviceIds = [] }: Device, kind: string) => {
  const id = deviceIds.find((candidate) => String(candidate.kind).toLowerCase() === kind)?.id;
  return typeof id === 'string' ? id : undefined;
};

export const NO_ACCOUNT = refusal('REQUEST_FAILED.AccountNotFound', 'The account was not found');
export const missingMember = (name: string) => refusal('INPUT_INVALID.Parameter.Missing', `${name} is required`);

const MAX_DEVICES = 10_000;

/** The error of a provisioning request, independent of its lines. */
export function formRefusal(action: Change['action'], body: Body, devices: readonly Device[], accountName: string) {
  if (body.accountName !== undefined && body.accountName !== accountName) return NO_ACCOUNT;
  if (devices.length > MAX_DEVICES) return refusal('INPUT_INVALID.MaxRequestsExceeded', 'At most 10,000 devices');
  const planned = action === 'activate' || action === 'plan';
  if (planned && typeof body.servicePlan !== 'string') return missingMember('servicePlan');
  if (action === 'activate' && typeof body.mdnZipCode !== 'string') return missingMember('mdnZipCode');
  if (action === 'activate' && body.accountName === undefined) return missingMember('accountName');
  if (action === 'deactivate' && typeof body.reasonCode !== 'string') return missingMember('reasonCode');
  const kinds = devices.flatMap(({ deviceIds = [] }) => deviceIds.map(({ kind }) => String(kind).toLowerCase()));
  if (kinds.length === 0) return missingMember('devices');
  if (kinds.some((kind) => !KINDS.includes(kind))) {
    return refusal('INPUT_INVALID.Device.Kind.Invalid', 'There is no such kind of identifier');
  }
  if (action === 'activate' && !devices.every((device) => idOf(device, 'imei') && idOf(device, 'iccid'))) {
    return refusal('INPUT_INVALID.Device.Identifier.Invalid', 'A 4G device is activated by IMEI and ICCID');
  }
  return undefined;
}

/** From `earliest` to `latest`; undefined if one is not a date. */
export function spanOf({ earliest, latest }: Body): Span | undefined {
  const span = { earliest: Date.parse(String(earliest)), latest: Date.parse(String(latest)) };
  return Number.isNaN(span.earliest) || Number.isNaN(span.latest) ? undefined : span;
}

/** The named members that are texts. */
export const texts = (body: Body, ...names: string[]) =>
  Object.fromEntries(names.filter((name) => typeof body[name] === 'string').map((name) => [name, String(body[name])]));

/** The JSON object in a body; empty without a body. */
export function parse(body: Buffer): Body | undefined {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
