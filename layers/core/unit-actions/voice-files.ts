import type { MessageType } from '../unit-messages/common-reports.ts';
import type { Values } from '../unit-messages/values.ts';

interface Message {
  MessageType: MessageType;
  content: Values;
}

/** Asks a unit for the voice files that it lacks. Only the unit knows which these are, so the message names no file. */
export const MISSING_VOICE_FILES: Message = { MessageType: 'SPEECH', content: { missing: true } };
