import { z } from 'zod';
import { SECOND } from '../time.ts';
import { MAX_NAME, Station } from './station.ts';

// docs/stations-protocol.md

/** The most characters of a frame. A longer one is ignored. */
export const MAX_FRAME = 512 * 1024;
/** The most stations of a board. */
export const MAX_STATIONS = 1_000;
/** The server sends a frame at least this often. */
export const ALIVE_INTERVAL_MS = 15 * SECOND;
/** After this time without a frame the client closes the connection. */
export const SILENCE_MS = 3 * ALIVE_INTERVAL_MS;

/** What the client sends once, when the connection opens [P3-C87]. */
export const RequestAll = z.object({ message: z.literal('RequestAll'), ticket: z.string().max(1_000) });
export const requestAll = (ticket: string) => JSON.stringify({ message: 'RequestAll', ticket });

const Frame = z.discriminatedUnion('message', [
  z.object({ message: z.literal('All'), stations: z.array(z.unknown()) }),
  z.object({ message: z.literal('Station'), station: Station }),
  z.object({ message: z.literal('Removed'), StationName: z.string().max(MAX_NAME) }),
  z.object({ message: z.literal('Alive') }),
]);

export type StationFrame =
  /** `unreadable`: stations that are left out, because a field is missing or wrong or because there are too many. */
  | { message: 'All'; stations: Station[]; unreadable: number }
  | { message: 'Station'; station: Station }
  | { message: 'Removed'; StationName: string }
  | { message: 'Alive' };

/** Reads a frame of the telephone system. Undefined if it is none. */
export function readFrame(data: unknown): StationFrame | undefined {
  if (typeof data !== 'string' || data.length > MAX_FRAME) return undefined;
  const frame = Frame.safeParse(jsonOf(data)).data;
  if (frame?.message !== 'All') return frame;
  const read = frame.stations.slice(0, MAX_STATIONS).map((station) => Station.safeParse(station).data);
  const stations = read.filter((station) => station !== undefined);
  return { message: 'All', stations, unreadable: frame.stations.length - stations.length };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The stations by name, as the frames so far describe them. */
export type Board = ReadonlyMap<string, Station>;

/** The board after a frame. */
export function withFrame(board: Board, frame: StationFrame): Board {
  switch (frame.message) {
    case 'All':
      return new Map(frame.stations.map((station) => [station.StationName, station]));
    case 'Station': {
      const { StationName } = frame.station;
      if (!board.has(StationName) && board.size >= MAX_STATIONS) return board;
      return new Map(board).set(StationName, frame.station);
    }
    case 'Removed': {
      const left = new Map(board);
      left.delete(frame.StationName);
      return left;
    }
    case 'Alive':
      return board;
  }
}
