import { Entity } from 'electrodb';
import type { AlarmNote, CloseCode } from '#core/monitoring-centers/alarm.ts';
import type { Rank } from '#core/monitoring-centers/board.ts';
import { expiresAt, jsonOf, number, numberOf, requiredNumber, requiredText, text, textOf } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** Where an alarm is on the boards, and what they show of it. */
export interface Listing {
  eventType: string;
  zone?: number | undefined;
  receivedAt: string;
  /** The dealer that had the unit. */
  DealerKey: number;
  dealerPath: string;
  /** The dealers on whose boards it is or was. */
  dealers: number[];
  rank: Rank;
  /** The minutes in which somebody should take it. Absent: it is not escalated. */
  minutes?: number | undefined;
  /** The latest escalation, and whether somebody had the alarm then. */
  escalatedAt?: string | undefined;
  forgotten?: boolean | undefined;
  /** The latest escalation is not mailed yet. */
  unmailed?: boolean | undefined;
}

/** An alarm, and what operators did about it. */
export const AlarmEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'alarm', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      /** Of `eventOf`. */
      event: requiredText,
      version: requiredNumber,
      heldBy: jsonOf<{ userKey: string; name: string }>(),
      heldAt: text,
      answeredAt: text,
      closedAt: text,
      closedBy: text,
      closeCode: numberOf<CloseCode>(),
      notes: { ...jsonOf<readonly AlarmNote[]>(), required: true },
      /** Absent for an alarm of a time without boards. */
      listing: jsonOf<Listing>(),
      /** `escalation` while it waits for one, or for the mail about one, at `dueAt`. */
      due: text,
      dueAt: text,
      /** New with each write. */
      stamp: text,
      expiresAt,
    },
    indexes: {
      alarm: primary(['UnitSerNum'], ['event']),
      byDue: secondary('gsi1', ['due'], ['dueAt']),
    },
  },
  at,
);

/** An open alarm on the board of a dealer. Each dealer above the unit has one, so that each board is one query. */
export const BoardRowEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'boardRow', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      rank: { ...textOf<Rank>(), required: true },
      minute: requiredText,
      eventType: requiredText,
      /** Of `eventOf`. */
      event: requiredText,
      UnitSerNum: requiredText,
      zone: number,
      receivedAt: requiredText,
      escalatedAt: text,
      expiresAt: requiredNumber,
    },
    indexes: { board: primary(['DealerKey'], ['rank', 'minute', 'eventType', 'event', 'UnitSerNum']) },
  },
  at,
);
