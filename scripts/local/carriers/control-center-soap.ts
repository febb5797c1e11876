import type { StandInReply, StandInRequest } from '../http.ts';
import type { Sim } from './sim.ts';

export interface SoapAccount {
  carrier: 0 | 2;
  userName: string;
  soap?: { password: string; licenseKey: string; service: string; action: string } | undefined;
}

const reply = (status: number, body: string): StandInReply => ({
  status,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: `<?xml version="1.0"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`,
});

const fault = (code: string, message: string) =>
  reply(
    500,
    `<S:Fault><faultcode>S:Client</faultcode><faultstring>${code}</faultstring><detail><message>${message}</message></detail></S:Fault>`,
  );

const elementIn = (xml: string, name: string) => new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];

/**
 * Answers ManageDialableMSISDN, which Control Center has in SOAP only (reference: integration-facts, section 1.6), and gives the SIM a number
 * at once. Service and action are made up, because the vendor does not publish them.
 */
export function manageDialableNumber(
  request: StandInRequest,
  accounts: readonly SoapAccount[],
  {
    simOf,
    give,
  }: { simOf(account: SoapAccount, iccid: string): Sim | undefined; give(sim: Sim, msisdn: string): void },
): StandInReply {
  const xml = request.body.toString();
  const account = accounts.find(
    ({ userName, soap }) =>
      soap !== undefined &&
      request.path === `/ws/service/${soap.service}` &&
      elementIn(xml, 'Username') === userName &&
      elementIn(xml, 'Password') === soap.password,
  );
  if (!account) return fault('400400', 'Invalid login');
  if (elementIn(xml, 'licenseKey') !== account.soap!.licenseKey) return fault('400300', 'Invalid license key');
  if (request.headers.soapaction !== `"${account.soap!.action}"`) return fault('400100', 'Unknown action');
  const sim = simOf(account, elementIn(xml, 'iccid') ?? '');
  if (!sim) return fault('100100', 'Resource not found - Invalid ICCID');
  if (!elementIn(xml, 'zipcode') || !elementIn(xml, 'callbackUrl')) return fault('300100', 'A parameter is missing');
  if (sim.status !== 'ACTIVATED') return fault('500100', 'The terminal is not activated');
  give(sim, `1801${sim.iccid.slice(-8, -1)}`);
  return reply(
    200,
    `<ns:ManageDialableMSISDNResponse xmlns:ns="http://api.jasperwireless.com/ws/schema"><ns:correlationId>${elementIn(xml, 'messageId')}</ns:correlationId><ns:code>0</ns:code><ns:description>The request was accepted</ns:description></ns:ManageDialableMSISDNResponse>`,
  );
}
