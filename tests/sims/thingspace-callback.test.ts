import { describe, expect, it, test } from 'vitest';
import { parseThingSpaceCallback } from '#adapters/carriers/thingspace-callback.ts';
import { nextStep } from '#adapters/carriers/thingspace-state.ts';
import { secrets } from './support.ts';

const credentials = secrets.thingspace;
const success = {
  username: 'callback-user',
  password: 'callback-password',
  requestId: '595f5c44-c31c-4552-8670-020a1545a84d',
  deviceIds: [{ id: '89148000000800784259', kind: 'ICCID' }],
  deviceResponse: {
    changeIdentifierResponse: {
      deviceIds: [
        { id: '5096300587', kind: 'mdn' },
        { id: '990003420535573', kind: 'imei' },
      ],
      servicePlan: 'M2MVoice',
    },
  },
  status: 'Success',
  callbackCount: 1,
  maxCallbackThreshold: 4,
};
const { deviceResponse: _, ...rest } = success;
const fault = {
  ...rest,
  status: 'Failed',
  faultResponse: { faultcode: 'UnifiedWebService.REQUEST_FAILED.Network', faultstring: 'No route' },
};

describe('a callback of ThingSpace', () => {
  it('contains the result of a request', () => {
    expect(parseThingSpaceCallback(success, credentials)).toEqual({
      key: '595f5c44-c31c-4552-8670-020a1545a84d#89148000000800784259',
      requestId: '595f5c44-c31c-4552-8670-020a1545a84d',
      iccid: '89148000000800784259',
      imei: '990003420535573',
      msisdn: '5096300587',
      outcome: { step: 'confirmed' },
    });
  });

  it('contains the reason of a failure', () => {
    expect(parseThingSpaceCallback(fault, credentials).outcome).toEqual({
      step: 'refused',
      code: 'REQUEST_FAILED.Network',
      message: 'No route',
    });
  });

  it('about an active line counts as success', () => {
    const faultResponse = { faultcode: 'UnifiedWebService.REQUEST_FAILED.DeviceAlreadyActive', faultstring: '' };
    expect(parseThingSpaceCallback({ ...fault, faultResponse }, credentials).outcome).toEqual({
      step: 'confirmed',
      state: 'active',
    });
  });

  it('with a fault is a failure, whatever its status', () => {
    expect(parseThingSpaceCallback({ ...fault, status: 'Success' }, credentials).outcome.step).toBe('refused');
  });

  it('has one key per request and line, for every delivery', () => {
    const again = parseThingSpaceCallback({ ...success, callbackCount: 2 }, credentials);
    expect(again.key).toBe(parseThingSpaceCallback(success, credentials).key);
    const other = { ...success, deviceIds: [{ id: '89148000000800784267', kind: 'iccid' }] };
    expect(parseThingSpaceCallback(other, credentials).key).not.toBe(again.key);
  });

  test.each([
    ['another password', { ...success, password: 'callback-passwore' }],
    ['a longer password', { ...success, password: 'callback-passwordd' }],
    ['another user', { ...success, username: 'someone' }],
    ['no credentials', { requestId: success.requestId, deviceIds: success.deviceIds, status: 'Success' }],
    ['empty credentials', { ...success, username: '', password: '' }],
    ['credentials that are not a text', { ...success, username: ['callback-user'], password: { toString: 'x' } }],
    ['nothing', undefined],
    ['a text', 'callback-password'],
  ])('is rejected with %s', (_case, body) => {
    expect(() => parseThingSpaceCallback(body, credentials)).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    );
  });

  test.each([
    ['no request', { ...success, requestId: undefined }],
    ['no line', { ...success, deviceIds: [] }],
    ['no status', { ...success, status: undefined }],
  ])('is not readable with %s', (_case, body) => {
    expect(() => parseThingSpaceCallback(body, credentials)).toThrow(expect.objectContaining({ code: 'INVALID' }));
  });
});

describe('the request to ThingSpace', () => {
  test.each([
    [14, 'deactive', 'activate'],
    [14, 'preactive', 'activate'],
    [14, 'suspend', 'restore'],
    [14, 'active', 'none'],
    [14, 'pending activation', 'none'],
    [14, 'pending resume', 'none'],
    [15, 'active', 'deactivate'],
    [15, 'suspend', 'deactivate'],
    [15, 'deactive', 'none'],
    [15, 'pre-active', 'none'],
    [15, 'pending deactivation', 'none'],
    [35, 'active', 'deactivate'],
  ] as const)('for %i of a line that is %s: %s', (target, state, step) => expect(nextStep(target, state)).toBe(step));

  test.each([
    [14, 'pending deactivation'],
    [15, 'pending activation'],
    [15, 'pending suspend'],
  ] as const)('waits with %i while a line is %s', (target, state) => {
    expect(() => nextStep(target, state)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });
});
