/** Where "don't show again" is kept. */
export interface ConfirmMemory {
  isSilenced: (key: string) => boolean;
  silence: (key: string) => void;
}

const PREFIX = 'watchkeep.confirmed.';

/** Keeps it on this machine; without storage the question is asked every time. */
export const browserConfirmMemory: ConfirmMemory = {
  isSilenced: (key) => {
    try {
      return localStorage.getItem(PREFIX + key) === 'true';
    } catch {
      return false;
    }
  },
  silence: (key) => {
    try {
      localStorage.setItem(PREFIX + key, 'true');
    } catch {
      // Asked again next time.
    }
  },
};
