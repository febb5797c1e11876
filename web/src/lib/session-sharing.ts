import {
  dropSession,
  keepSession,
  onSessionChange,
  type SessionEnding,
  sessionEnding,
  sessionToken,
} from './session-token.ts';

/**
 * Session storage is per tab, and people work in many tabs. A new tab asks its siblings for the session, and a sign-out
 * reaches all that hold the same one. Only pages of this origin hear the channel.
 */
type SharingMessage =
  | { kind: 'asked' }
  | { kind: 'offered'; token: string }
  | { kind: 'ended'; token: string; ending: SessionEnding };

export interface SharingChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Another tab answers within a few milliseconds, a tab in the background within some tens. */
const ANSWER_WITHIN = 150;

/** Takes over the session of another tab, if this one has none and another has. Resolves within 150 ms. */
export function askOtherTabs(channel: SharingChannel): Promise<void> {
  if (sessionToken() !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      resolve();
    };
    const hear = ({ data }: MessageEvent<SharingMessage>) => {
      if (data.kind !== 'offered') return;
      keepSession(data.token);
      finish();
    };
    const timer = setTimeout(finish, ANSWER_WITHIN);
    channel.addEventListener('message', hear);
    channel.postMessage({ kind: 'asked' } satisfies SharingMessage);
  });
}

/** Answers new tabs, and passes the end of a session on to the tabs that share it. Returns how to stop. */
export function shareSession(channel: SharingChannel): () => void {
  let held = sessionToken();
  const hear = ({ data }: MessageEvent<SharingMessage>) => {
    const token = sessionToken();
    if (data.kind === 'asked' && token !== null)
      channel.postMessage({ kind: 'offered', token } satisfies SharingMessage);
    if (data.kind === 'ended') dropSession(data.ending, data.token);
  };
  channel.addEventListener('message', hear);
  const stop = onSessionChange(() => {
    const token = sessionToken();
    const ending = sessionEnding();
    if (held !== null && token === null && ending) {
      channel.postMessage({ kind: 'ended', token: held, ending } satisfies SharingMessage);
    }
    held = token;
  });
  return () => {
    stop();
    channel.removeEventListener('message', hear);
  };
}
