import { withoutQualifier } from '../history/event-code.ts';
import { eventName } from '../profiles/event-definitions.ts';
import { instant } from '../time.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message as the protocol log stores it. */
export interface LoggedMessage {
  messageType: string;
  content: Fields;
}

/** The message in words: one sentence that says what it is, then one for each thing that it says besides. */
export function explain({ messageType, content }: LoggedMessage): string[] {
  const sentences = SENTENCES[messageType]?.(content) ?? [`A message of the type ${messageType}.`];
  return [...sentences.filter((sentence) => sentence !== undefined), ...signalWords(content), ...timeWords(content)];
}

type Sentences = (content: Fields) => readonly (string | undefined)[];

const SENTENCES: Readonly<Record<string, Sentences>> = {
  ping: (is) => [
    `The unit pinged (${is.pingReason}).`,
    powerWords(is),
    is.lowpower === true || is.lowPower === true ? 'Its battery is low.' : undefined,
    is.switchPosition !== undefined ? `Its switch is ${is.switchPosition}.` : undefined,
    is.stepsToday !== undefined ? `It counted ${is.stepsToday} steps today.` : undefined,
    firmwareWords(is),
  ],
  event: (is) => [
    eventWords(is),
    is.zone !== undefined ? `It comes from zone ${is.zone}.` : undefined,
    is.awaitsHandling === true ? 'The unit waits until a person has acted on it.' : undefined,
    placeWords(is),
  ],
  status: (is) => [
    `The unit is in the mode ${is.mode}.`,
    is.zone !== undefined ? `The zone is ${is.zone}.` : undefined,
    is.callState !== undefined ? `Its call state is "${is.callState}".` : undefined,
    is.speakerVol !== undefined ? `Volumes: speaker ${is.speakerVol}, microphone ${is.micVol}.` : undefined,
    is.progressMax !== undefined ? `It has done ${is.progressValue ?? 0} of ${is.progressMax} steps.` : undefined,
    is.synced === false ? 'It does not have all changed settings yet.' : undefined,
    quoted('The unit says', is.text),
  ],
  lifecycle: (is) => [
    `The unit reported: ${is.kind}.`,
    quoted('The reason is', is.reason),
    is.afterSeconds !== undefined ? `This takes effect after ${is.afterSeconds} s.` : undefined,
  ],
  callStarted: (is) => [
    `The unit began an ${is.direction} call.`,
    is.phoneNumber !== undefined ? `The other number is ${is.phoneNumber}.` : undefined,
  ],
  call: (is) => [
    `The unit had an ${is.direction} call: ${is.outcome}.`,
    `It began at ${timeOf(is.startedAt)} and took ${is.durationSeconds} s.`,
    is.phoneNumber !== undefined ? `The other number is ${is.phoneNumber}.` : undefined,
    is.attempts !== undefined ? `The unit tried ${is.attempts} times.` : undefined,
    is.failCode !== undefined ? `The network gave the cause ${is.failCode}.` : undefined,
  ],
  test: (is) => [
    `The test of ${is.kind} ${is.passed === true ? 'passed' : 'failed'}.`,
    is.zone !== undefined ? `It was of zone ${is.zone}.` : undefined,
    quoted('The unit says', is.text),
  ],
  rf: (is) => [
    `The accessory ${is.RFCode} in zone ${is.zone} was ${is.state}.`,
    is.batteryLow === true ? 'Its battery is low.' : undefined,
  ],
  location: (is) => [
    `The unit sent its location (${is.reportType}), found by ${is.locationType}.`,
    placeWords(is),
    countWords('access point', is.accessPoints),
    countWords('cell', is.cells),
  ],
  operation: (is) => [
    `The unit reported the operation ${is.operation}.`,
    is.seconds !== undefined ? `It takes ${is.seconds} s.` : undefined,
    quoted('The unit says', is.text),
  ],
  info: (is) => [
    'The unit described its state.',
    firmwareWords(is),
    powerWords(is),
    is.synced === false ? 'It does not have all changed settings yet.' : undefined,
    quoted('The unit says', is.text),
  ],
  activity: (is) => [
    `The wearer took ${is.steps} steps and was active for ${is.activeMinutes} of ${is.periodMinutes} minutes.`,
  ],
  hub: (is) => [
    `The hub ${is.myHubMACAddress} is ${String(is.myHubStatus).toLowerCase()}.`,
    `It is a ${is.myHubDevType} with firmware ${is.myHubFirmVer}.`,
  ],
  counters: (is) => [
    'The unit sent its error counts.',
    ...listOf(is.counters).map((counter) => `${counter.name}: ${counter.value}.`),
  ],
  download: (is) => [
    `The download of ${is.MessageType}: ${is.stage}.`,
    is.progressMax !== undefined ? `It has ${is.progressValue ?? 0} of ${is.progressMax} parts.` : undefined,
    quoted('The unit says', is.text),
  ],
  configurationReport: (is) => [
    `The unit reported revision ${is.revision} of its configuration.`,
    Number(is.parts) > 1 ? `This is part ${is.part} of ${is.parts}.` : undefined,
    ...listOf(is.refused).map((setting) => `It refused ${setting.name}.`),
  ],
  debugLog: (is) => [
    is.lines === undefined
      ? 'The unit sent lines of its own log.'
      : `The unit sent ${(is.lines as unknown[]).length} lines of its own log.`,
  ],
  login: (is) => [
    `The unit logged in with firmware ${is.FirmVer}.`,
    `It is in its boot ${is.bootId}, and its last frame had the number ${is.lastSequence}.`,
  ],
  disconnect: (is) => [`The connection ended: ${is.reason}.`],
  command: (is) => [`The portal sent the command ${is.command}.`],
  commandResult: (is) => [`The unit answered a command: ${is.outcome}.`, quoted('The unit says', is.text)],
  invalid: (is) => [`A message could not be used: ${is.error}.`, quoted('The bridge says', is.detail)],
};

function eventWords(is: Fields): string {
  const reported = withoutQualifier({ EventCode: Number(is.EventCode), restored: is.restored === true });
  const state = reported.restored ? ', which is over' : reported.stillPresent ? ', which is still present' : '';
  return `The unit ${is.test === true ? 'tested' : 'reported'} the event ${is.EventCode}: ${eventName(reported.EventCode)}${state}.`;
}

const timeOf = (time: unknown) => (typeof time === 'number' ? instant(time) : String(time));

const listOf = (value: unknown) => (Array.isArray(value) ? (value as Fields[]) : []);

const quoted = (says: string, text: unknown) =>
  typeof text === 'string' && text !== '' ? `${says}: "${text}".` : undefined;

const countWords = (noun: string, list: unknown) => {
  const { length } = listOf(list);
  return length === 0 ? undefined : `It received ${length} ${noun}${length === 1 ? '' : 's'}.`;
};

const powerWords = ({ chargedPercent, acPower }: Fields) =>
  chargedPercent === undefined
    ? undefined
    : `Its battery has ${chargedPercent} %, and it runs on ${acPower ? 'mains' : 'battery'}.`;

const firmwareWords = ({ FirmVer }: Fields) => (FirmVer === undefined ? undefined : `Its firmware is ${FirmVer}.`);

const placeWords = ({ latitude, longitude, accuracyMeters }: Fields) =>
  latitude === undefined || longitude === undefined
    ? undefined
    : `It was at ${latitude}, ${longitude}${accuracyMeters === undefined ? '' : `, within ${accuracyMeters} m`}.`;

const signalWords = ({ bars, signalDbm, lte }: Fields) =>
  bars === undefined
    ? []
    : [
        `Its signal has ${bars} of 5 bars${signalDbm === undefined ? '' : ` (${signalDbm} dBm)`}${lte === true ? ' of LTE' : ''}.`,
      ];

const timeWords = ({ MessageTime }: Fields) =>
  typeof MessageTime === 'number' ? [`By the clock of the unit it was ${instant(MessageTime)}.`] : [];
