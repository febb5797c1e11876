import { Entity, type EntityItem } from 'electrodb';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/**
 * The bridge that holds a unit, and a fence that grows with every new connection. It is written when the unit connects and
 * disconnects. The lease of the bridge says whether the bridge still runs.
 */
export const UnitConnectionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitConnection', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      bridgeId: requiredText,
      fence: requiredNumber,
      /** When the bridge took the connection of the unit. */
      connectedAt: requiredText,
      held: { type: 'boolean', required: true },
      /** The address (IPv6: its /56) that the unit was last accepted from; absent if that was before addresses were stored. */
      address: { type: 'string' },
      /** What the unit said at its login. */
      bootId: requiredNumber,
      lastSequence: requiredNumber,
    },
    indexes: { unitConnection: primary(['UnitSerNum'], []) },
  },
  at,
);
export type UnitConnection = EntityItem<typeof UnitConnectionEntity>;
