/** Longitude, then latitude, in degrees, as in GeoJSON and AWS. */
export type Position = [longitude: number, latitude: number];

export interface Place {
  id: string;
  number: string;
  street: string;
  locality: string;
  region: { code: string; name: string };
  country: { code2: string; code3: string; name: string };
  postalCode: string;
  position: Position;
  accessPoints: AccessPoint[];
  cells: Cell[];
}

export interface AccessPoint {
  mac: string;
  position: Position;
}

/** An LTE cell: mobile country code, mobile network code and cell identity. */
export interface Cell {
  mcc: number;
  mnc: number;
  eutranCid: number;
  position: Position;
}

const UNITED_STATES = { code2: 'US', code3: 'USA', name: 'United States' };
const CANADA = { code2: 'CA', code3: 'CAN', name: 'Canada' };

/** AT&T and Verizon in the one country, Telus in the other. */
const NETWORKS = {
  US: [
    { mcc: 310, mnc: 410 },
    { mcc: 311, mnc: 480 },
  ],
  CA: [{ mcc: 302, mnc: 220 }],
} as const;

type Row = [
  number: string,
  street: string,
  locality: string,
  regionCode: string,
  regionName: string,
  postalCode: string,
  longitude: number,
  latitude: number,
];

/** City halls. */
const AMERICAN: Row[] = [
  ['1', 'Dr Carlton B Goodlett Pl', 'San Francisco', 'CA', 'California', '94102', -122.4193, 37.7793],
  ['200', 'N Spring St', 'Los Angeles', 'CA', 'California', '90012', -118.243, 34.0537],
  ['600', '4th Ave', 'Seattle', 'WA', 'Washington', '98104', -122.33, 47.6038],
  ['1437', 'Bannock St', 'Denver', 'CO', 'Colorado', '80202', -104.9909, 39.7393],
  ['301', 'W 2nd St', 'Austin', 'TX', 'Texas', '78701', -97.7475, 30.2645],
  ['121', 'N LaSalle St', 'Chicago', 'IL', 'Illinois', '60602', -87.6319, 41.8838],
  ['260', 'Broadway', 'New York', 'NY', 'New York', '10007', -74.006, 40.7128],
  ['1', 'City Hall Sq', 'Boston', 'MA', 'Massachusetts', '02201', -71.058, 42.3604],
  ['55', 'Trinity Ave SW', 'Atlanta', 'GA', 'Georgia', '30303', -84.3903, 33.749],
  ['3500', 'Pan American Dr', 'Miami', 'FL', 'Florida', '33133', -80.2337, 25.7283],
];
const CANADIAN: Row[] = [
  ['100', 'Queen St W', 'Toronto', 'ON', 'Ontario', 'M5H 2N2', -79.3841, 43.6534],
  ['453', 'W 12th Ave', 'Vancouver', 'BC', 'British Columbia', 'V5Y 1V4', -123.1139, 49.2609],
];

/** The positions of a place's access points around it, in degrees: some tens of metres. */
const AROUND: Position[] = [
  [0.0003, 0.0002],
  [-0.0003, 0.0001],
  [0.0001, -0.0003],
];

/** Every place, access point and cell of the stand-in. The simulated fleet uses the same table. */
export const PLACES: readonly Place[] = [
  ...AMERICAN.map((row) => ({ row, country: UNITED_STATES })),
  ...CANADIAN.map((row) => ({ row, country: CANADA })),
].map(({ row, country }, index) => {
  const [number, street, locality, regionCode, regionName, postalCode, longitude, latitude] = row;
  const networks = NETWORKS[country.code2 as keyof typeof NETWORKS];
  return {
    id: `place-${index + 1}`,
    number,
    street,
    locality,
    region: { code: regionCode, name: regionName },
    country,
    postalCode,
    position: [longitude, latitude],
    accessPoints: AROUND.map(([east, north], which) => ({
      // The 2 in the first byte marks addresses that no manufacturer assigns.
      mac: `02:57:4B:00:${hexByte(index + 1)}:${hexByte(which + 1)}`,
      position: [longitude + east, latitude + north],
    })),
    cells: networks.map((network, which) => ({
      ...network,
      eutranCid: 0x10000 + (index + 1) * 256 + which + 1,
      position: [longitude + 0.004, latitude - 0.003],
    })),
  };
});

function hexByte(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, '0');
}
