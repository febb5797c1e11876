import { Entity } from 'electrodb';
import type { Facts } from '#core/reports/report.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

const isListed = ({ listed }: { listed?: unknown }) => listed === 1;

/** What a report knows of a unit. Its rows are written and deleted with it. */
export const ReportFactEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reportFact', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      report: requiredText,
      subject: requiredText,
      at: requiredText,
      facts: { ...jsonOf<Facts>(), required: true },
      gone: { type: 'boolean', required: true },
      stays: { type: 'boolean' },
      hiddenAt: text,
      times: jsonOf<string[]>(),
      endedAt: text,
      /** When somebody asked to mail it to the dealer of the unit. */
      mailedAt: text,
      /** The dealer of the unit at that time, and its place. A dealer that gets the unit later reads nothing of it. */
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      /** 1 if it has rows. */
      listed: number,
      /** The keys of its rows. */
      rows: { ...jsonOf<RowKey[]>(), required: true },
      /** New with each write. */
      stamp: requiredText,
      expiresAt: number,
    },
    indexes: {
      fact: primary(['UnitSerNum'], ['report', 'subject']),
      byUnit: { ...secondary('gsi1', ['UnitSerNum', 'report'], ['at', 'subject']), condition: isListed },
    },
  },
  at,
);

/** The key of a row, without its report, unit and subject. */
export interface RowKey {
  DealerKey: number;
  part: string;
  at: string;
}

/** A row of a report of a dealer. Each dealer above the unit has one, so that each report is one query by time. */
export const ReportRowEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reportRow', version: '1' },
    attributes: {
      report: requiredText,
      DealerKey: requiredNumber,
      part: requiredText,
      at: requiredText,
      UnitSerNum: requiredText,
      subject: requiredText,
      facts: { ...jsonOf<Facts>(), required: true },
      expiresAt: number,
    },
    indexes: { byDealer: primary(['report', 'DealerKey', 'part'], ['at', 'UnitSerNum', 'subject']) },
  },
  at,
);
