import type { Socket } from 'node:net';

/** What is sent and waited for. */
export interface Sending {
  pieces: readonly Uint8Array[];
  /** The minimum of bytes that answer a piece. */
  answerBytes: number;
  /** The maximum of unanswered pieces; each is written separately. */
  unanswered: number;
}

/** Resolves when every piece is answered. `sender` is named if the connection ends before. */
export function exchange(socket: Socket, { pieces, answerBytes, unanswered }: Sending, sender: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let arrived = 0;
    const sendMore = () => {
      while (sent < pieces.length && sent - Math.floor(arrived / answerBytes) < unanswered)
        socket.write(pieces[sent++]!);
    };
    const onData = (chunk: Buffer) => {
      arrived += chunk.length;
      if (arrived < pieces.length * answerBytes) return sendMore();
      socket.off('data', onData).off('close', onClose);
      resolve();
    };
    const onClose = () => reject(new Error(`The connection of ${sender} has ended`));
    socket.on('data', onData).on('close', onClose);
    sendMore();
  });
}
