import { type AuditedArea, inWords, list, number, onOff, text } from '../audit/wording.ts';
import { changeLabels } from '../profiles/changes.ts';
import type { MessageType } from '../unit-messages/common-reports.ts';
import { IDENTITY_LABELS } from './identity.ts';
import { shownMessageType } from './sync-queue.ts';

const message = { MessageType: inWords('Message', (type) => shownMessageType(type as MessageType)) };

const configurationFields = {
  revision: number('Revision'),
  PTName: text('Name of the profile'),
  ...Object.fromEntries(Object.entries(changeLabels()).map(([field, label]) => [field, list(label)])),
  categories: list('Categories'),
};

export const AUDITED = {
  kinds: {},
  actions: {
    'change configuration': {
      sentence: '{actor} changed the configuration of {object}',
      fields: configurationFields,
    },
    'delete queued configuration': {
      sentence: '{actor} deleted what waited of the configuration of {object}: the unit keeps what it reported',
      fields: configurationFields,
    },
    'carry configuration': {
      sentence: '{actor} carried the configuration of {object} to its new firmware',
      fields: { revision: number('Revision'), UnitFirmVer: text('Firmware') },
    },
    'resend configuration': {
      sentence: '{actor} marked the data of {object} as not synced',
      fields: { revision: number('Revision') },
    },
    'change unit': {
      sentence: '{actor} changed the identity of {object}',
      fields: {
        UnitLineID: text(IDENTITY_LABELS.UnitLineID),
        UnitID: text(IDENTITY_LABELS.UnitID),
        AllowOTAUpdate: onOff(IDENTITY_LABELS.AllowOTAUpdate),
        Custom1: text('First own field'),
        Custom2: text('Second own field'),
        duplicateAgreed: onOff('The same unit ID as another unit, as agreed'),
      },
    },
    'queue message': {
      sentence: '{actor} put a message into the sync queue of {object}: {MessageType}',
      fields: message,
    },
    'join queued message': {
      sentence: '{actor} asked too for a message that waits in the sync queue of {object}: {MessageType}',
      fields: message,
    },
    'delete queued message': {
      sentence: '{actor} deleted a message from the sync queue of {object}: {MessageType}',
      fields: message,
    },
    'end refused update': {
      sentence: '{actor} ended an update of {object} that it must not take: {reason}',
      fields: { ...message, reason: text('Reason') },
    },
  },
} as const satisfies AuditedArea;
