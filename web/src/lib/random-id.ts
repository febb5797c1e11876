/** 32 hexadecimal digits. Not `crypto.randomUUID`, which a page served without TLS on a local network does not have. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
