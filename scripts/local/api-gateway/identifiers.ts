import { randomBytes } from 'node:crypto';

/** An identifier like those of API Gateway for requests, messages and connections: base64 that ends in `=`. */
export const gatewayId = () => randomBytes(11).toString('base64');

/** A trace header like that of a load balancer or gateway. */
export function traceId(now: number): string {
  return `Root=1-${Math.floor(now / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `10/Jul/2026:19:19:05 +0000`: the time of a request in its event. */
export function requestTime(now: number): string {
  const [day, clock] = new Date(now).toISOString().split('T') as [string, string];
  const [year, month, date] = day.split('-') as [string, string, string];
  return `${date}/${MONTHS[Number(month) - 1]}/${year}:${clock.slice(0, 8)} +0000`;
}

/** The remote address of a socket; an IPv4 address in its short form. */
export const addressOf = (socket: { remoteAddress?: string | undefined }) =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
