import { z } from 'zod';
import { instant } from '#core/time.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:(Z)|([+-]\d{2}):?(\d{2}))?$/;

/**
 * A date as carriers write it, as an Instant: Control Center replies `2016-06-29 00:21:33.339+0000`, ThingSpace
 * `2020-05-09T20:00:00-04:00`; without an offset it is UTC. Null, the empty text and the text "null" (seen in Control
 * Center's example) are no date.
 */
export const CarrierDate = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text || text === 'null') return undefined;
    const [, day, time, , hours = '+00', minutes = '00'] = FORM.exec(text) ?? [];
    const milliseconds = Date.parse(`${day}T${time}${hours}:${minutes}`);
    if (!Number.isNaN(milliseconds)) return instant(milliseconds);
    context.addIssue({ code: 'custom', message: 'Not a date' });
    return z.NEVER;
  });
