import { DAY } from '#core/time.ts';
import { ConsoleSessionEntity } from '#data/consoles/sessions.ts';
import { heldUnit } from '#support/held-unit.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  named: [{ name: '01KBHXF9R0EXAMPLE000000000', missing: '01KBHXF9R0EXAMPLE000000001' }],
  async add({ unit: { UnitSerNum } }) {
    const startedAt = Date.parse('2026-11-20T09:30:00.000Z');
    await ConsoleSessionEntity.put({
      ...{ UnitSerNum, connectionId: 'sample', after: '', auditId: '01KBHXF9R0EXAMPLE000000000' },
      ...{ startedAt, endedAt: startedAt + 60_000, expiresAt: 9e9 },
    }).go();
    await heldUnit(UnitSerNum, 'http://127.0.0.1:1', { leaseFor: 365 * DAY });
  },
};
