import type { UpMessage } from '#core/unit-messages/messages.ts';
import type { DownMessage, SessionMessage } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { type Codec, makeCodec } from './codec.ts';
import { DOWN_KINDS, SESSION_KINDS } from './common.ts';
import { mxdLte } from './mxd-lte.ts';
import { wearable } from './wearable.ts';

/** The messages of the bridge to a unit of any model. */
export const down = makeCodec<DownMessage>(DOWN_KINDS);

/** The messages of a unit before its model is known. */
export const session = makeCodec<SessionMessage>(SESSION_KINDS);

const CODECS: Record<UnitModel, Codec<UpMessage>> = {
  'MXD-LTE': mxdLte,
  myConnect: wearable,
  'myConnect Air': wearable,
};

/** The codec for the messages of units of a model. */
export const codecOf = (model: UnitModel): Codec<UpMessage> => CODECS[model];

/** Frame types from 0x80 on come from the bridge. */
export const isDown = (frameType: number): boolean => frameType >= 0x80;
