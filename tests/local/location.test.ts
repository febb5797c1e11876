import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '#local/http.ts';
import { PLACES } from '#local/location/places.ts';
import { startLocation } from '#local/location/start.ts';

let running: Running;
beforeAll(async () => {
  running = await startLocation({ port: 0 });
});
afterAll(() => running.close());

interface Point {
  coordinates: [number, number];
  properties: { horizontalAccuracy: number; horizontalConfidenceLevel: number };
}
interface Addresses {
  ResultItems: { PlaceType: string }[];
}

async function post<Body>(path: string, body: unknown) {
  const reply = await fetch(running.url + path, { method: 'POST', body: JSON.stringify(body) });
  return {
    status: reply.status,
    type: reply.headers.get('x-amzn-errortype'),
    headers: reply.headers,
    body: (await reply.json()) as Body,
  };
}
const estimate = (body: unknown) => post<Point>('/position-estimate', body);
const geocode = (body: unknown) => post<Addresses>('/v2/reverse-geocode', body);

const seattle = PLACES.find(({ locality }) => locality === 'Seattle')!;
const [first, second] = seattle.accessPoints;
const lte = ({ mcc, mnc, eutranCid }: (typeof seattle.cells)[number]) => ({ Mcc: mcc, Mnc: mnc, EutranCid: eutranCid });
const UNKNOWN = { MacAddress: 'AA:BB:CC:DD:EE:FF', Rss: -50 };

describe('a position estimate', () => {
  it('lies between the access points, nearer to the stronger one', async () => {
    const { status, body } = await estimate({
      WiFiAccessPoints: [
        { MacAddress: first!.mac, Rss: -40 },
        { MacAddress: second!.mac.replaceAll(':', ''), Rss: -60 },
        UNKNOWN,
      ],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      type: 'Point',
      coordinates: [expect.any(Number), expect.any(Number)],
      properties: {
        horizontalAccuracy: 25,
        horizontalConfidenceLevel: 0.68,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
    const [longitude] = body.coordinates;
    expect(Math.abs(longitude - first!.position[0])).toBeLessThan(Math.abs(longitude - second!.position[0]) / 5);
  });

  it('is less accurate from one access point, and still less from a cell', async () => {
    const one = await estimate({ WiFiAccessPoints: [{ MacAddress: first!.mac, Rss: -40 }] });
    const cell = await estimate({ CellTowers: { Lte: [lte(seattle.cells[0]!)] } });
    expect(one.body.properties.horizontalAccuracy).toBe(80);
    expect(cell.body.properties.horizontalAccuracy).toBe(1200);
    expect(cell.body.coordinates).toEqual(seattle.cells[0]!.position);
  });

  it('prefers access points over cells, and falls back to cells', async () => {
    const CellTowers = { Lte: [lte(seattle.cells[0]!)] };
    const both = await estimate({ WiFiAccessPoints: [{ MacAddress: first!.mac, Rss: -40 }], CellTowers });
    const unknown = await estimate({ WiFiAccessPoints: [UNKNOWN], CellTowers });
    expect(both.body.coordinates).toEqual(first!.position);
    expect(unknown.body.coordinates).toEqual(seattle.cells[0]!.position);
  });

  it.each([
    ['unknown access points', { WiFiAccessPoints: [UNKNOWN] }],
    ['an unknown cell', { CellTowers: { Lte: [{ Mcc: 310, Mnc: 410, EutranCid: 1 }] } }],
  ])('is missing for %s', async (_, body) => {
    expect(await estimate(body)).toMatchObject({ status: 404, type: 'ResourceNotFoundException' });
  });

  it.each([
    ['no measurement', {}],
    ['a broken address', { WiFiAccessPoints: [{ MacAddress: 'somewhere', Rss: -40 }] }],
    ['a signal above 0 dBm', { WiFiAccessPoints: [{ MacAddress: first!.mac, Rss: 1 }] }],
    ['a country code out of range', { CellTowers: { Lte: [{ Mcc: 1, Mnc: 1, EutranCid: 1 }] } }],
    ['a measurement that the portal does not use', { Ip: { IpAddress: '192.0.2.1' } }],
  ])('is refused for %s', async (_, body) => {
    expect(await estimate(body)).toMatchObject({ status: 400, type: 'ValidationException' });
  });

  it('can be inaccurate on demand', async () => {
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"inaccurate":{"times":1}}' });
    const { body } = await estimate({ WiFiAccessPoints: [{ MacAddress: first!.mac, Rss: -40 }] });
    expect(body.properties.horizontalAccuracy).toBe(25_000);
  });
});

describe('an address', () => {
  const near = [seattle.position[0] + 0.001, seattle.position[1]];

  it('is found for a position near it', async () => {
    const { status, body, headers } = await geocode({ QueryPosition: near });
    expect([status, headers.get('x-amz-geo-pricing-bucket')]).toEqual([200, 'Core']);
    expect(body.ResultItems).toEqual([
      {
        PlaceId: expect.any(String),
        PlaceType: 'PointAddress',
        Title: '600 4th Ave, Seattle, WA 98104, United States',
        Address: {
          Label: '600 4th Ave, Seattle, WA 98104, United States',
          Country: { Code2: 'US', Code3: 'USA', Name: 'United States' },
          Region: { Code: 'WA', Name: 'Washington' },
          Locality: 'Seattle',
          PostalCode: '98104',
          Street: '4th Ave',
          AddressNumber: '600',
        },
        Position: seattle.position,
        Distance: 75,
      },
    ]);
  });

  it('is only the town for a distant position, and missing in the wilderness', async () => {
    const outside = [seattle.position[0] + 0.1, seattle.position[1]];
    expect((await geocode({ QueryPosition: outside })).body.ResultItems).toMatchObject([
      { PlaceType: 'Locality', Title: 'Seattle, WA, United States' },
    ]);
    expect((await geocode({ QueryPosition: [0, 0] })).body).toEqual({ ResultItems: [] });
  });

  it('has another price if it is stored', async () => {
    const { headers } = await geocode({ QueryPosition: near, IntendedUse: 'Storage' });
    expect(headers.get('x-amz-geo-pricing-bucket')).toBe('Stored');
  });

  it.each([
    ['no position', {}],
    ['latitude and longitude exchanged', { QueryPosition: [47.6, -122.3] }],
    ['a member that the portal does not use', { QueryPosition: [0, 0], MaxResults: 5 }],
  ])('is refused for %s', async (_, body) => {
    expect(await geocode(body)).toMatchObject({ status: 400, type: 'ValidationException' });
  });
});
