import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { PageRequest } from '../paging.ts';
import { HOUR } from '../time.ts';
import { TimeZone } from '../time-zones.ts';
import { BATCH_ACCESS, CONVERTERS } from './access.ts';
import { BatchRow, MAX_BATCH_ROWS, NO_ROWS, TOO_MANY_ROWS } from './batch-file.ts';
import { BulkReminder, BulkSchedule, BulkScheduleKey, MinutesBetweenInput, PART_ROWS } from './bulk-schedule.ts';
import { ReminderMessage } from './reminder.ts';

/** A file of as many rows as a batch has. */
export const MAX_CONVERTED_BYTES = 2.25 * 1024 * 1024;
/** Base64 has four characters for three bytes. */
const MAX_FILE_TEXT = (MAX_CONVERTED_BYTES / 3) * 4;

export const batchUpload = defineArea({
  upload: {
    method: 'POST',
    path: '/api/batchUpload/Upload/{type}',
    summary: 'Schedule a reminder for the unit of each row of a file',
    access: BATCH_ACCESS,
    input: z.object({
      type: ReminderMessage,
      rows: z.array(BatchRow).min(1, NO_ROWS).max(MAX_BATCH_ROWS, TOO_MANY_ROWS),
      minutesBetween: MinutesBetweenInput.default(1),
      /** The zone whose window the reminders keep to. */
      timeZone: TimeZone.default('America/New_York'),
      /** True replaces a reminder of the same kind that a unit has already. Otherwise its row fails. */
      replace: z.boolean().default(false),
    }),
    output: BulkSchedule,
    errors: ['INVALID'],
    maxBody: 4 * 1024 * 1024,
  },
  convert: {
    method: 'PUT',
    path: '/api/batchUpload/ConvertXML2JSON',
    summary: 'Convert an Excel or SpreadsheetML file to the rows of its first sheet',
    access: CONVERTERS,
    input: z.object({ file: z.base64('The file is not in base64').max(MAX_FILE_TEXT) }),
    output: z.object({ rows: z.array(z.array(z.string())) }),
    errors: ['INVALID', 'TOO_LARGE', 'TOO_MANY'],
    maxBody: MAX_FILE_TEXT + 64 * 1024,
    rate: { most: 120, window: HOUR },
  },
  last: {
    method: 'GET',
    path: '/api/mySchedule/bulk/last',
    summary: 'Read the last bulk schedule of a type',
    access: BATCH_ACCESS,
    input: z.object({ type: ReminderMessage.default('TestUnit') }),
    output: z.object({ last: BulkSchedule.nullable() }),
  },
  bulkSchedule: {
    method: 'GET',
    path: '/api/mySchedule/bulk/GetBulkSchedule',
    summary: 'Read the reminders of a bulk schedule page by page. A type stands for the last schedule of that type',
    access: BATCH_ACCESS,
    input: PageRequest.extend({ schedule: z.union([ReminderMessage, BulkScheduleKey]) }),
    output: z.object({
      bulkSchedule: BulkSchedule,
      items: z.array(BulkReminder),
      cursor: z.string().nullable(),
    }),
    errors: ['NOT_FOUND', 'INVALID'],
  },
  reschedule: {
    method: 'POST',
    path: '/api/mySchedule/bulk/reschedule',
    summary: 'Schedule rows again that failed or whose reminder was missed, and all rows that a stalled schedule left',
    access: BATCH_ACCESS,
    input: z.object({
      schedule: BulkScheduleKey,
      /** Only a stalled schedule can go on without chosen rows. */
      rows: z.array(z.number().int().min(0)).max(PART_ROWS).default([]),
    }),
    output: BulkSchedule,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
});
