import { AppError } from '#core/errors.ts';
import { INVALID_MESSAGES_TOPIC, parseTopic } from '#core/live/messages.ts';
import { INVALID_READERS } from '#core/logs/access.ts';
import type { TopicRight } from '../kit/area.ts';

export const topics: Readonly<Record<string, TopicRight>> = {
  'invalid-messages': {
    access: INVALID_READERS,
    async requireSubject(_, subject) {
      if (subject !== parseTopic(INVALID_MESSAGES_TOPIC).subject) throw new AppError('NOT_FOUND', 'No such topic');
    },
  },
};
