/** Stores "don't show again". */
export interface ConfirmMemory {
  isSilenced: (key: string) => boolean;
  silence: (key: string) => void;
}

const PREFIX = 'watchkeep.confirmed.';

/** Stores it in this browser; without storage the question is asked every time. */
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
