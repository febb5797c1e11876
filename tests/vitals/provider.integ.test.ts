import { afterAll, beforeAll, expect, it } from 'vitest';
import { vitalsProvider } from '#adapters/vitals/vitals.ts';
import { findPatients, MAX_PATIENTS } from '#core/vitals/patient.ts';
import { json, type Running, serveHttp } from '#local/http.ts';

const patient = (number: number) => ({
  id: `P-${number}`,
  name: `Patient ${String(number).padStart(5, '0')}`,
  portalName: 'Example Vitals',
});
const MANY = Array.from({ length: 5_000 }, (_, index) => patient(index));

let sent: unknown;
let portal: Running;
beforeAll(async () => {
  portal = await serveHttp({ port: 0, handle: () => json(200, sent) });
});
afterAll(() => portal.close());

const read = (answer: unknown) => {
  sent = answer;
  return vitalsProvider({ url: portal.url, apiKey: 'key' }).patients(22);
};

it('reads a list of any length, of which each patient can be found', async () => {
  const { patients, unreadable } = await read({ patients: MANY });
  expect([patients.length, unreadable]).toEqual([5_000, 0]);
  expect(findPatients(patients, '')).toEqual({ patients: MANY.slice(0, MAX_PATIENTS), more: true });
  expect(findPatients(patients, 'p-4999')).toEqual({ patients: [MANY[4_999]], more: false });
});

it('leaves out what is no patient, and lists a patient once', async () => {
  const broken = [{ id: 'P-1' }, null, 'Rose', { ...patient(2), name: '  ' }, { ...patient(3), id: 7 }];
  expect(await read({ patients: [patient(1), ...broken, patient(1)], page: 1 })).toEqual({
    ...{ patients: [patient(1)], unreadable: broken.length },
  });
});

it.each([[{}], [[]], [{ patients: null }]])('says that the portal does not answer if it sends %j', async (answer) => {
  await expect(read(answer)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
