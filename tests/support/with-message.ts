import { expect } from 'vitest';

/** For `toThrow`: an error whose whole message is the text. `toThrow(text)` itself takes a part of the message. */
export const withMessage = (message: string) => expect.objectContaining({ message });
