import { randomUUID } from 'node:crypto';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import type { Carrier, Clock, Log } from './carrier.ts';
import type { ControlCenterSoap } from './config.ts';
import { exchange } from './exchange.ts';
import { CarrierFailure, type FailureKind, loggedFailure } from './failure.ts';
import { type Lease, paceCall } from './pace.ts';
import { withRetry } from './retry.ts';
import { NotSetUp, requireWanted } from './wanted.ts';

interface Account {
  /** Without a path: `https://restapi3.jasper.com`. */
  baseUrl: string;
  userName: string;
  timeout: number;
  /** Absent: the account has no SOAP interface yet. */
  soap?: ControlCenterSoap | undefined;
}

interface Ports {
  lease: Lease;
  clock: Clock;
  log: Log;
}

const SCHEMA = 'http://api.jasperwireless.com/ws/schema';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const PASSWORD_TEXT = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';

/**
 * Asks an account of Cisco IoT Control Center for a dialable number, which only its SOAP interface gives (reference: integration-facts, section
 * 1.6). The carrier confirms later, at an address whose messages have no published form: the next reading of the SIM shows the number. REST and
 * SOAP share the lease of the account.
 */
export function dialableNumbers(
  number: 0 | 2,
  account: Account,
  { lease, clock, log }: Ports,
): Carrier['requestDialableNumber'] {
  return async (iccid, zipCode, { isWanted } = {}) => {
    const { baseUrl, userName, timeout, soap } = account;
    if (!soap) throw new NotSetUp(`The SOAP interface of ${CARRIER_NAMES[number]} is not set up yet`);
    const path = `/ws/service/${encodeURIComponent(soap.service)}`;
    const attempt = async () => {
      await requireWanted(isWanted);
      const { status, text, retryAfter } = await exchange({
        method: 'POST',
        url: baseUrl.replace(/\/$/, '') + path,
        headers: { accept: 'text/xml', 'content-type': 'text/xml; charset=utf-8', soapaction: `"${soap.action}"` },
        timeout,
        body: envelope({ userName, ...soap }, { iccid, zipCode }),
      });
      if (status >= 300) throw failureOf(status, text, retryAfter);
      if (elementIn(text, 'code') === undefined)
        throw new CarrierFailure('unreadable', 'The answer has no code', { status });
    };
    try {
      // It is not repeated: the carrier may have begun to look for a number.
      await withRetry(() => paceCall(lease, `control-center-${number}`, attempt), { clock, repeatable: false });
      return { outcome: 'accepted' };
    } catch (error) {
      throw loggedFailure(error, CARRIER_NAMES[number], { method: 'POST', path }, log);
    }
  };
}

type Login = ControlCenterSoap & { userName: string };

function envelope(login: Login, { iccid, zipCode }: { iccid: string; zipCode: string }): string {
  const element = (name: string, value: string) => `<sch:${name}>${escaped(value)}</sch:${name}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:sch="${SCHEMA}">`,
    `<soapenv:Header><wsse:Security soapenv:mustUnderstand="1" xmlns:wsse="${SECURITY}"><wsse:UsernameToken>`,
    `<wsse:Username>${escaped(login.userName)}</wsse:Username>`,
    `<wsse:Password Type="${PASSWORD_TEXT}">${escaped(login.password)}</wsse:Password>`,
    '</wsse:UsernameToken></wsse:Security></soapenv:Header>',
    '<soapenv:Body><sch:ManageDialableMSISDNRequest>',
    element('messageId', randomUUID()),
    element('version', '1.0'),
    element('licenseKey', login.licenseKey),
    element('iccid', iccid),
    element('action', 'GET'),
    `<sch:ServiceAreasSelector>${element('zipcode', zipCode)}</sch:ServiceAreasSelector>`,
    element('type', 'D'),
    element('callbackUrl', login.callbackUrl),
    '</sch:ManageDialableMSISDNRequest></soapenv:Body></soapenv:Envelope>',
  ].join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** The text of the first element of this name; undefined if there is none. The answers have no markup inside of these texts. */
const elementIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1]?.trim();

const KIND_BY_FAULT: Readonly<Record<string, FailureKind>> = {
  '100100': 'unknownSim',
  '400200': 'credentials',
  '400300': 'credentials',
  '400400': 'credentials',
};

/** A fault of SOAP has the status 500, whatever its reason is. */
function failureOf(status: number, text: string, retryAfter: number | undefined): CarrierFailure {
  const code = elementIn(text, 'faultstring');
  const message = elementIn(text, 'message') ?? code ?? `status ${status}`;
  if (status === 429) return new CarrierFailure('busy', message, { status, retryAfter });
  const kind = code === undefined ? 'silent' : (KIND_BY_FAULT[code] ?? 'refused');
  return new CarrierFailure(kind, message, { status, code, retryAfter });
}
