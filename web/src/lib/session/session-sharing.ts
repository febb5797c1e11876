import {
  dropSession,
  exchangeToken,
  hasSignedOut,
  keepSession,
  onSessionChange,
  type SessionEnding,
  sessionEnding,
  sessionToken,
} from './session-token.ts';

/**
 * Session storage is per tab, and people work in many tabs. A new tab asks its siblings for the session, a login lets in
 * the tabs that wait at theirs, and a sign-out reaches all that hold the same session, as does another token for it: the old one
 * is over. Only pages of this origin hear it.
 */
type SharingMessage =
  | { kind: 'asked' }
  | { kind: 'offered'; token: string }
  | { kind: 'exchanged'; token: string; by: string }
  | { kind: 'ended'; token: string; ending: SessionEnding };

export interface SharingChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Another tab answers within a few milliseconds, a tab in the background within some tens. */
const ANSWER_WITHIN = 150;

/**
 * Takes over the session of another tab, if this one has none and another has. Resolves within 150 ms. A tab that the user
 * signed out of asks nobody: the other session may be one that they did not mean.
 */
export function askOtherTabs(channel: SharingChannel): Promise<void> {
  if (sessionToken() !== null || hasSignedOut()) return Promise.resolve();
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

/** Answers new tabs, and shares the beginning and the end of a session with the others. Returns how to stop. */
export function shareSession(channel: SharingChannel): () => void {
  let held = sessionToken();
  let isHearing = false;
  const say = (message: SharingMessage) => channel.postMessage(message);

  const hear = ({ data }: MessageEvent<SharingMessage>) => {
    isHearing = true;
    const token = sessionToken();
    if (data.kind === 'asked' && token !== null) say({ kind: 'offered', token });
    if (data.kind === 'offered' && token === null) keepSession(data.token);
    if (data.kind === 'exchanged') exchangeToken(data.token, data.by);
    if (data.kind === 'ended') dropSession(data.ending, data.token);
    isHearing = false;
  };

  const stop = onSessionChange(() => {
    const [before, token, ending] = [held, sessionToken(), sessionEnding()];
    held = token;
    if (isHearing) return;
    if (before === null && token !== null) say({ kind: 'offered', token });
    if (before !== null && token !== null && before !== token) say({ kind: 'exchanged', token: before, by: token });
    if (before !== null && token === null && ending) say({ kind: 'ended', token: before, ending });
  });

  channel.addEventListener('message', hear);
  return () => {
    stop();
    channel.removeEventListener('message', hear);
  };
}
