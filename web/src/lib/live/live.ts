import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { live as liveContract } from '#core/live/contract.ts';
import type { ClientMessage, Topic } from '#core/live/messages.ts';
import { call } from '../api/api.ts';
import { sessionToken } from '../session/session-token.ts';
import { LiveConnection, type LiveStatus, type TopicListener } from './live-connection.ts';

const connection = new LiveConnection({
  ticket: () => call(liveContract.ticket, {}),
  dial: (url) => new WebSocket(url),
});

/** Opens the tab's live connection and keeps it open. Returns the function that closes it. */
export function startLive(): () => void {
  connection.start();
  window.addEventListener('online', connection.hurry);
  return () => {
    window.removeEventListener('online', connection.hurry);
    connection.stop();
  };
}

/** Tries to connect at once, and counts retries anew. */
export const hurryLive = () => connection.startAnew();

/** The state of the live connection. */
export const useLiveStatus = (): LiveStatus => useSyncExternalStore(connection.watch, () => connection.status);

/** Subscribes to `topic` (`console:400123`) while the component is mounted; to nothing while it is undefined. */
export function useTopic(
  topic: Topic | undefined,
  onMessage: TopicListener['onMessage'],
  others: Omit<TopicListener, 'onMessage'> = {},
) {
  const receive = useEffectEvent(onMessage);
  const onSubscribed = useEffectEvent(() => others.onSubscribed?.());
  const onGap = useEffectEvent(() => others.onGap?.());
  const onRecorded = useEffectEvent<NonNullable<TopicListener['onRecorded']>>((recorded) =>
    others.onRecorded?.(recorded),
  );
  const onRefused = useEffectEvent<NonNullable<TopicListener['onRefused']>>((refusal) => others.onRefused?.(refusal));
  useEffect(() => {
    if (topic === undefined) return undefined;
    return connection.subscribe(topic, {
      onMessage: (message) => receive(message),
      onSubscribed: () => onSubscribed(),
      onGap: () => onGap(),
      onRecorded: (recorded) => onRecorded(recorded),
      onRefused: (refusal) => onRefused(refusal),
    });
  }, [topic]);
}

/** Keeps the live connection alive at an interval while the component is mounted. */
export function useKeepAlive(milliseconds: number) {
  useEffect(() => {
    const timer = setInterval(() => connection.keepAlive(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

type Command = Omit<Extract<ClientMessage, { action: 'command' }>, 'action' | 'token'>;

/** Sends a console command to a unit. Throws UNAVAILABLE if the live connection is down. */
export const sendCommand = (command: Command) => connection.command({ ...command, token: sessionToken() ?? '' });

/** Asks for the console of a unit, hands it over or leaves it. The answer comes on the topic of the console. */
export const sendCustody = (...[UnitSerNum, act]: Parameters<LiveConnection['custody']>) =>
  connection.custody(UnitSerNum, act);
