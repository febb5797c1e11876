import { Instant } from '../time.ts';

/** The time of a message, with which its id begins; undefined if a text is no such id. */
export const timeOfMessage = (id: string): string | undefined => Instant.safeParse(id.split('~')[0]).data;

/** The range of a log whose newest message is the highlighted one. It begins with it if its days, which another time zone chose, do not have it. */
export const upTo = (time: string | undefined, { startDate, endDate }: { startDate: string; endDate: string }) =>
  time === undefined ? { startDate, endDate } : { startDate: time < startDate ? time : startDate, endDate: time };
