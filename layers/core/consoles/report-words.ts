import { withoutQualifier } from '../history/event-code.ts';
import { codeAndName } from '../profiles/event-definitions.ts';
import { isLowPower, type UnitReport } from '../unit-messages/messages.ts';
import type { VoiceStatus } from '../unit-messages/voice-reports.ts';
import { progressPercent } from './progress.ts';

/** The mode in words: `Pairing zone 3`, `Pairing UNKNOWN`, `Ready`. */
export const modeWords = ({ mode, zone }: Pick<VoiceStatus, 'mode' | 'zone'>) =>
  zone === undefined ? mode : zone === 'UNKNOWN' ? `${mode} UNKNOWN` : `${mode} zone ${zone}`;

const sentence = (...parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(', ');

/** A report in one line, for the transcript. */
export function reportWords(report: UnitReport): string {
  switch (report.type) {
    case 'status':
      return sentence(
        report.text,
        `mode ${modeWords(report)}`,
        report.callState !== 'idle' && report.callState,
        report.recordMode && 'recording',
        report.voiceMode && 'voice mode',
        progressWords('syncing', report.progressValue, report.progressMax),
        report.synced === false && 'changes are waiting',
      );
    case 'ping':
      return sentence(
        `ping (${report.pingReason})`,
        `${report.chargedPercent} %`,
        report.acPower ? 'on mains' : 'on battery',
        `${report.bars} of 5 bars`,
        isLowPower(report) && 'low battery',
        'stepsToday' in report && `${report.stepsToday} steps today`,
      );
    case 'lifecycle':
      return sentence(report.kind, report.reason);
    case 'event':
      return sentence(
        codeAndName(withoutQualifier(report).EventCode),
        report.zone !== undefined && `zone ${report.zone}`,
        withoutQualifier(report).restored && 'restored',
        withoutQualifier(report).stillPresent && 'still present',
        report.test && 'test',
      );
    case 'location':
      return sentence(
        `location by ${report.locationType}`,
        report.latitude !== undefined &&
          report.longitude !== undefined &&
          `${report.latitude.toFixed(5)} ${report.longitude.toFixed(5)}`,
        report.accuracyMeters !== undefined && `within ${report.accuracyMeters} m`,
      );
    case 'operation':
      return sentence(
        operationWords(report.operation),
        report.seconds !== undefined && `${report.seconds} s`,
        report.text,
      );
    case 'info':
      return sentence(
        report.text,
        `firmware ${report.FirmVer}`,
        `${report.chargedPercent} %`,
        report.acPower === 1 ? 'charging' : 'on battery',
        report.synced === false && 'changes are waiting',
      );
    case 'callStarted':
      return sentence(`${report.direction} call begins`, report.phoneNumber);
    case 'call':
      return sentence(`${report.direction} call ${report.outcome}`, report.phoneNumber, `${report.durationSeconds} s`);
    case 'test':
      return sentence(`${report.kind} test ${report.passed ? 'passed' : 'failed'}`, report.text);
    case 'rf':
      return sentence(
        `RF zone ${report.zone} ${report.state}`,
        report.SerialNumber,
        report.batteryLow && 'low battery',
      );
    case 'download':
      return sentence(
        `download of ${report.MessageType} ${report.stage}`,
        progressWords('', report.progressValue, report.progressMax),
        report.text,
      );
    case 'configurationReport':
      return sentence(
        `has configuration ${report.revision}`,
        report.parts > 1 && `part ${report.part} of ${report.parts}`,
        report.refused.length > 0 && `refuses ${report.refused.map(({ name }) => name).join(', ')}`,
      );
    default:
      return report.type;
  }
}

function progressWords(what: string, value: number | undefined, maximum: number | undefined): string | undefined {
  const percent = progressPercent(value, maximum);
  return percent === undefined ? undefined : `${what} ${percent} %`.trim();
}

const OPERATIONS: Readonly<Record<string, string>> = {
  CHIME: 'chimes',
  HOMEWIFIC: 'home Wi-Fi cleared',
  HOMEWIFIQ: 'home Wi-Fi reported',
  HOMEWIFIRQ: 'home Wi-Fi recorded',
  SHIPMODE: 'goes to ship mode',
  VBR: 'vibrates',
  CBK: 'calls back',
};

const operationWords = (operation: string) => OPERATIONS[operation] ?? operation;
