const POLYNOMIAL = 0x1021;

/** `TABLES[k][b]` is the checksum of byte `b` followed by `k` zero bytes, so that four bytes are folded in per step. */
const TABLES: readonly Uint16Array[] = makeTables(4);

function makeTables(count: number): Uint16Array[] {
  const first = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
    first[byte] = crc;
  }
  const tables = [first];
  for (let k = 1; k < count; k++) {
    const previous = tables[k - 1]!;
    tables.push(previous.map((crc) => (crc << 8) ^ first[crc >> 8]!));
  }
  return tables;
}

const [ONE, TWO, THREE, FOUR] = TABLES as [Uint16Array, Uint16Array, Uint16Array, Uint16Array];

/**
 * CRC-16/IBM-3740 (also called CRC-16/CCITT-FALSE) of `bytes[start..end)`: polynomial 0x1021, initial value 0xFFFF,
 * nothing reflected, nothing added at the end. The checksum of the ASCII text "123456789" is 0x29B1.
 */
export function crc16(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff;
  let at = start;
  for (const last = end - 3; at < last; at += 4) {
    crc =
      FOUR[(crc >> 8) ^ bytes[at]!]! ^
      THREE[(crc & 0xff) ^ bytes[at + 1]!]! ^
      TWO[bytes[at + 2]!]! ^
      ONE[bytes[at + 3]!]!;
  }
  for (; at < end; at++) crc = ((crc << 8) & 0xffff) ^ ONE[(crc >> 8) ^ bytes[at]!]!;
  return crc;
}
